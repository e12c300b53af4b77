import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;
/** The kind of file system that is kept in memory (linux/magic.h). */
const tmpfs = 0x01021994;

/** A folder for what tests write, in memory where there is room: most of their time would go into waiting for a disk. They kill processes, not machines. */
export interface ScratchFolder {
  /** What a process must be told to use it. */
  readonly env: { readonly TMPDIR?: string };
  remove(): void;
}

/** Makes one; where somebody has chosen a folder already, or memory is short, tests write where they would. */
export function makeScratchFolder(): ScratchFolder {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return { env: {}, remove: () => undefined };
  const folder = mkdtempSync(join(memory, 'goondan-tests-'));
  return { env: { TMPDIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfs && bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
