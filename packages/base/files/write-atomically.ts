import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  writeSync,
  constants,
  type Stats,
} from 'node:fs';
import { GoondanError } from '@goondan/core/basics';
import { entryStats, typeOf } from './entry.ts';
import { fileError, withFileErrors } from './file-error.ts';
import { libc } from './libc.ts';
import { openParent } from './open-folder.ts';
import { LinkMet } from './open-place.ts';
import type { Place } from './place.ts';
import { syncFolder } from './sync-folder.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** How a file is written. */
export interface WriteOptions {
  /** The file as it was read: where it is another by now, nothing is written. */
  readonly unlessChangedSince?: Stats;
}

/**
 * Writes a whole file: after a crash there is the old content or the new one, never a part. Keeps mode and owner of the file that was
 * there. The new one lies beside it for a moment, as `.goondan-….tmp`. Says whether the file is new.
 */
export function writeAtomically(
  place: Place,
  bytes: Uint8Array,
  options: WriteOptions = {},
): { created: boolean } {
  const { openat, renameat, unlinkat } = libc();
  using folder = openParent(place);
  const before = replaceable(folder.descriptor, folder.name, place.path);
  const temporary = `.goondan-${crypto.randomUUID()}.tmp`;
  const descriptor = openat(folder.descriptor, temporary, newFile);
  if (typeof descriptor !== 'number') throw fileError(place.path, descriptor.errno);
  try {
    withFileErrors(place.path, () => {
      try {
        writeAll(descriptor, bytes);
        keepRights(descriptor, before);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
    checkUnchanged(folder.descriptor, folder.name, place.path, options.unlessChangedSince);
    const renamed = renameat(folder.descriptor, temporary, folder.name);
    if (typeof renamed !== 'number') throw fileError(place.path, renamed.errno);
  } catch (thrown) {
    unlinkat(folder.descriptor, temporary, 0);
    throw thrown;
  }
  syncFolder(folder.descriptor);
  return { created: before === undefined };
}

/** The stats of the file that will be replaced; throws for what no file may take the place of. */
function replaceable(folder: number, name: string, path: string): Stats | undefined {
  const stats = entryStats(folder, name);
  if ('errno' in stats) {
    if (stats.errno === 'ENOENT') return undefined;
    throw fileError(path, stats.errno);
  }
  if (stats.isFile()) return stats;
  if (stats.isSymbolicLink()) throw new LinkMet(path);
  throw new GoondanError(
    'E_FILE_KIND',
    `${path} is ${typeOf(stats) === 'folder' ? 'a folder' : 'a pipe, a socket or a device'}, not a file.`,
    { suggestion: 'Choose the path of a file, or one where nothing is yet.' },
  );
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}

function keepRights(descriptor: number, before: Stats | undefined): void {
  if (before === undefined) {
    fchmodSync(descriptor, 0o666 & ~process.umask());
    return;
  }
  const { uid, gid } = fstatSync(descriptor);
  if (uid !== before.uid || gid !== before.gid) {
    try {
      fchownSync(descriptor, before.uid, before.gid);
    } catch {
      // Only the superuser may give a file away; then it is ours, and no longer runs as its old owner.
      fchmodSync(descriptor, before.mode & 0o777);
      return;
    }
  }
  fchmodSync(descriptor, before.mode & 0o7777);
}

function checkUnchanged(folder: number, name: string, path: string, read: Stats | undefined): void {
  if (read === undefined) return;
  const now = entryStats(folder, name);
  const isSame =
    !('errno' in now) && now.ino === read.ino && now.size === read.size && now.mtimeMs === read.mtimeMs;
  if (isSame) return;
  throw new GoondanError(
    'E_FILE_CHANGED',
    `${path} was changed by something else meanwhile; nothing was written.`,
    {
      suggestion: 'Read the file again and repeat the change.',
    },
  );
}
