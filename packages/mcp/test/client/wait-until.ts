import { readFileSync } from 'node:fs';

/** Resolves once the condition holds; the test's own limit ends a wait in vain. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(5);
}

/** Whether a process exists and is not merely waiting to be noticed. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
