import { closeSync, constants, openSync } from 'node:fs';
import { entryStats } from './entry.ts';
import { libc, openFlags } from './libc.ts';
import type { SystemResult } from './system-result.ts';

/**
 * Opens an absolute path in which nothing is a link, one component at a time from the root, for systems without
 * `openat2`. What was opened is held while the next is opened in it, so that no change of a name in between leads elsewhere.
 */
export function openByWalk(path: string, flags: number): SystemResult {
  const { openat } = libc();
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop();
  let folder = openSync('/', openFlags.passThrough | openFlags.closeOnExec);
  try {
    for (const name of names) {
      const next = openat(folder, name, openFlags.passThrough | constants.O_NOFOLLOW);
      if (typeof next !== 'number') return isLink(folder, name) ? { errno: 'ELOOP' } : next;
      closeSync(folder);
      folder = next;
    }
    // A hold is on the link itself; some systems take both flags together for a contradiction.
    const isHold = (flags & openFlags.hold) === openFlags.hold;
    return openat(folder, last ?? '.', isHold ? flags : flags | constants.O_NOFOLLOW);
  } finally {
    closeSync(folder);
  }
}

/** Some systems say only that a link is no folder. */
function isLink(folder: number, name: string): boolean {
  const stats = entryStats(folder, name);
  return !('errno' in stats) && stats.isSymbolicLink();
}
