import { GoondanError } from '@goondan/core/basics';
import { isWithin } from './allowed-files.ts';
import { entryStats } from './entry.ts';
import { fileError } from './file-error.ts';
import { libc, removeFolderFlag } from './libc.ts';
import { namesIn, openParent, openSubfolder } from './open-folder.ts';
import { LinkMet } from './open-place.ts';
import { outsideError, placeIn, type Place } from './place.ts';
import { checkChangeable } from './protected-place.ts';
import { textOfName, type Name } from './system-result.ts';

const deepest = 500;

interface Entry {
  readonly folder: number;
  readonly name: Name;
  readonly place: Place;
  readonly depth: number;
}

/** Removes what lies at a place: a link itself, never what it points to; a folder with all in it only where asked. Says how many entries are gone; each is a step. */
export function* removePlace(
  place: Place,
  options: { readonly recursive: boolean },
): Generator<void, number> {
  checkChangeable(place);
  using parent = openParent(place);
  const entry = { folder: parent.descriptor, name: parent.name, place, depth: 0 };
  // Outside the workdir each entry needs to be allowed; better to find out before the first is gone.
  if (options.recursive && !isWithin(place.allowed.workdir, place.real)) yield* checkAll(entry);
  return yield* remove(entry, options.recursive);
}

function* remove(entry: Entry, recursive: boolean): Generator<void, number> {
  yield;
  const { folder, name, place } = entry;
  const { unlinkat } = libc();
  if (!isFolder(entry)) {
    const result = unlinkat(folder, name, 0);
    if (typeof result === 'number') return 1;
    // A folder took the place of the file in between.
    throw ['EISDIR', 'EPERM'].includes(result.errno) && isFolder(entry)
      ? new LinkMet(place.path)
      : fileError(place.path, result.errno);
  }
  const inside = recursive ? yield* forEachInside(entry, (one) => remove(one, true)) : 0;
  const result = unlinkat(folder, name, removeFolderFlag);
  if (typeof result === 'number') return inside + 1;
  if (result.errno === 'ENOTDIR') throw new LinkMet(place.path);
  throw fileError(
    place.path,
    result.errno,
    recursive ? {} : { suggestion: 'Send recursive: true to remove the folder with all in it.' },
  );
}

function* checkAll(entry: Entry): Generator<void, number> {
  yield;
  return isFolder(entry) ? yield* forEachInside(entry, checkAll) : 0;
}

function* forEachInside(
  { folder, name, place, depth }: Entry,
  act: (entry: Entry) => Generator<void, number>,
): Generator<void, number> {
  if (depth > deepest) {
    throw new GoondanError('E_FILE_TOO_LARGE', `${place.path} lies deeper than ${deepest} folders.`, {
      suggestion: 'Remove it with a command.',
    });
  }
  using inside = openSubfolder(folder, name, place.path);
  let count = 0;
  for (const one of namesIn(inside.descriptor, place.path)) {
    const within = placeIn(place, textOfName(one));
    if (!place.allowed.isAllowed(within.real)) throw outsideError(within.path);
    count += yield* act({ folder: inside.descriptor, name: one, place: within, depth: depth + 1 });
  }
  return count;
}

function isFolder({ folder, name, place }: Entry): boolean {
  const stats = entryStats(folder, name);
  if ('errno' in stats) throw fileError(place.path, stats.errno);
  return stats.isDirectory();
}
