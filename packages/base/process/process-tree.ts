import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process of that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** Whether a process has ended and only waits to be noticed. */
export function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** The direct children of a process; none where the system does not tell. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** All processes below one, nearest first. */
export function descendantsOf(pid: number): number[] {
  const found = childrenOf(pid);
  for (let at = 0; at < found.length; at += 1) found.push(...childrenOf(found[at] ?? 0));
  return found;
}

/** Sends a signal, whether or not the process is still there. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** All processes that were started with a variable of that name and value and have kept it. */
export function processesWith(name: string, value: string): number[] {
  const entry = `\0${name}=${value}\0`;
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(entry) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}
