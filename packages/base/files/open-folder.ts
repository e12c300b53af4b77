import { constants } from 'node:fs';
import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { fileError } from './file-error.ts';
import { libc, openFlags } from './libc.ts';
import { LinkMet, opened, openPlace, type Opened } from './open-place.ts';
import type { Place } from './place.ts';
import type { Name } from './system-result.ts';

const readFolder = constants.O_RDONLY | constants.O_DIRECTORY;

/** Opens a folder, to list it. */
export function openFolder(place: Pick<Place, 'path' | 'real'>): Opened {
  return openPlace(place, readFolder);
}

/** Opens the folder that a place lies in, to make, replace or remove the entry there. Not the place itself: the root has none. */
export function openParent(place: Place): Opened & { readonly name: string } {
  const parent = { path: posix.dirname(place.path), real: posix.dirname(place.real) };
  if (parent.real === place.real) throw new GoondanError('E_FILE_PROTECTED', `${place.path} is the root.`);
  return { ...openPlace(parent, openFlags.passThrough), name: posix.basename(place.real) };
}

/** Opens a folder inside an open one, to list it; throws LinkMet where it is a link by now. */
export function openSubfolder(folder: number, name: Name, path: string): Opened {
  const result = libc().openat(folder, name, readFolder | constants.O_NOFOLLOW);
  if (typeof result === 'number') return opened(result);
  // Linux says that a link is no folder, others that it is a link.
  throw ['ELOOP', 'ENOTDIR'].includes(result.errno) ? new LinkMet(path) : fileError(path, result.errno);
}

/** The names in an open folder, as they are on the disk, sorted by their text. */
export function namesIn(folder: number, path: string): Uint8Array[] {
  const names = libc().names(folder);
  if ('errno' in names) throw fileError(path, names.errno);
  return names.toSorted((one, other) => Buffer.compare(one, other));
}
