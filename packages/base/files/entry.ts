import { closeSync, fstatSync, type Stats } from 'node:fs';
import { libc, openFlags } from './libc.ts';
import type { Name, SystemFailure } from './system-result.ts';

/** What lies at a path: `link` is the link itself, `other` a pipe, a socket or a device. */
export type EntryType = 'file' | 'folder' | 'link' | 'other';

/** The stats of an entry of an open folder; a link is not followed. */
export function entryStats(folder: number, name: Name): Stats | SystemFailure {
  const held = libc().openat(folder, name, openFlags.hold);
  if (typeof held !== 'number') return held;
  try {
    return fstatSync(held);
  } finally {
    closeSync(held);
  }
}

/** The type that stats tell of. */
export function typeOf(stats: Stats): EntryType {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
