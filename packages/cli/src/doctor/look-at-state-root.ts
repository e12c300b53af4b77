import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoctorFinding } from './finding.ts';

const mebibyte = 1024 * 1024;
const littleSpace = 500 * mebibyte;
const noSpace = 50 * mebibyte;

/** Whether state can be kept, and how much more of it. */
export async function lookAtStateRoot(folder: string): Promise<DoctorFinding[]> {
  const name = 'state root';
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
  } catch (thrown) {
    const message = `${folder} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    const fix = 'Give yourself the right to write there, or choose another with --state-root.';
    return [{ name, status: 'fail', message, fix }];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${folder}, ${size(free)} free`;
  if (free >= littleSpace) return [{ name, status: 'ok', message }];
  const fix = 'Free some space on that disk, or choose another place with --state-root.';
  return [{ name, status: free < noSpace ? 'fail' : 'warn', message, fix }];
}

function size(bytes: number): string {
  const amount = bytes / mebibyte;
  return amount < 1024 ? `${amount.toFixed(0)} MiB` : `${(amount / 1024).toFixed(1)} GiB`;
}
