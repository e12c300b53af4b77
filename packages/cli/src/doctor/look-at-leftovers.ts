import { readdir, readFile, stat } from 'node:fs/promises';
import { count } from '../output/duration.ts';
import type { DoctorFinding } from './finding.ts';

/** What the command line of an agent's process ends in. */
const agentEntry = 'engine/local/process/child.ts';

/** Processes of agents whose orchestrator is gone; there should never be one. */
export async function lookAtLeftovers(): Promise<DoctorFinding[]> {
  const name = 'processes';
  const numbers = await readdir('/proc').catch(() => undefined);
  if (numbers === undefined)
    return [
      { name, status: 'ok', message: 'cannot be listed on this system; nothing is known to be left over' },
    ];
  const found = await Promise.all(numbers.filter((entry) => /^\d+$/.test(entry)).map(agentProcess));
  const ours = found.filter((one) => one !== undefined);
  const left = ours.filter(({ parent }) => parent === 1).map(({ pid }) => pid);
  if (left.length === 0) {
    const running =
      ours.length === 0 ? 'none left over' : `none left over, ${count(ours.length, 'agent')} at work`;
    return [{ name, status: 'ok', message: running }];
  }
  const message = `${left.length === 1 ? '1 process' : `${left.length} processes`} of agents without an orchestrator: ${left.join(', ')}`;
  return [{ name, status: 'warn', message, fix: `End them: kill -9 ${left.join(' ')}` }];
}

/** A process of this user that runs an agent; undefined for any other, and for one that ends meanwhile. */
async function agentProcess(
  pid: string,
): Promise<{ readonly pid: number; readonly parent: number } | undefined> {
  try {
    const folder = `/proc/${pid}`;
    const { uid } = await stat(folder);
    if (uid !== process.getuid?.()) return undefined;
    const words = (await readFile(`${folder}/cmdline`, 'utf8')).split('\0');
    if (!words.some((word) => word.endsWith(agentEntry))) return undefined;
    const line = await readFile(`${folder}/stat`, 'utf8');
    const [, parent = ''] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parent: Number(parent) };
  } catch {
    return undefined;
  }
}
