import { fstatSync } from 'node:fs';
import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { fileError } from './file-error.ts';
import { libc, openFlags } from './libc.ts';
import { LinkMet, openPlace } from './open-place.ts';
import { openParent } from './open-folder.ts';
import type { Place } from './place.ts';
import { outsideError } from './place.ts';
import { syncFolder } from './sync-folder.ts';

/** Makes a folder and those above it that are missing; says how many were made, none where it was there. */
export function makeFolder(place: Place, options: { readonly parents: boolean }): number {
  if (isFolder(place)) return 0;
  if (!place.allowed.isAllowed(place.real)) throw outsideError(place.path);
  const parent = { ...place, path: posix.dirname(place.path), real: posix.dirname(place.real) };
  const above = options.parents ? makeFolder(parent, options) : 0;
  using folder = openParent(place);
  const made = libc().mkdirat(folder.descriptor, folder.name);
  if (typeof made === 'number') {
    syncFolder(folder.descriptor);
    return above + 1;
  }
  if (made.errno === 'EEXIST') return above;
  throw fileError(place.path, made.errno);
}

function isFolder(place: Place): boolean {
  try {
    using held = openPlace(place, openFlags.hold);
    const stats = fstatSync(held.descriptor);
    if (stats.isSymbolicLink()) throw new LinkMet(place.path);
    if (stats.isDirectory()) return true;
  } catch (thrown) {
    if (thrown instanceof GoondanError && thrown.code === 'E_FILE_NOT_FOUND') return false;
    throw thrown;
  }
  throw new GoondanError('E_FILE_EXISTS', `${place.path} exists and is not a folder.`, {
    suggestion: 'Choose another name for the folder.',
  });
}
