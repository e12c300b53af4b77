import { fstatSync } from 'node:fs';
import { posix } from 'node:path';
import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { withFileErrors } from '../../files/file-error.ts';
import { compileGlob, type GlobMatch } from '../../files/glob.ts';
import { openFlags } from '../../files/libc.ts';
import { openFolder } from '../../files/open-folder.ts';
import { atPlace, LinkMet, openPlace, type Opened } from '../../files/open-place.ts';
import { openRegularEntry, openRegularFile, type OpenedFile } from '../../files/open-regular-file.ts';
import type { Place } from '../../files/place.ts';
import { isOwn } from '../../files/protected-place.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { walkFolder, type Visited } from '../../files/walk-folder.ts';
import { decode, detectEncoding } from './text-encoding.ts';

/** Files larger than this are left out of a search. */
const largestSearched = 5_000_000;

/** Where to search. */
export interface SearchScope {
  readonly path: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What a search left out, and why. */
export interface Skipped {
  binary: number;
  large: number;
  unreadable: number;
}

/** A text to search in. */
export interface SearchedText {
  /** Relative to the folder that is searched. */
  readonly file: string;
  readonly text: string;
}

/** A file or folder, open to be searched; `texts` can be gone through once. */
export interface Searched extends Opened {
  readonly path: string;
  readonly texts: Generator<SearchedText | undefined>;
}

/** Opens what is to be searched. What yields no text yields undefined, so that whoever goes through it can pause. */
export function openSearched(ctx: ToolContext, scope: SearchScope, skipped: Skipped): Searched {
  const wants = nameFilter(scope);
  return atPlace(ctx, scope.path, { followLast: true }, (place) => {
    const { path } = place;
    if (!isFolder(place)) {
      const file = openRegularFile(place);
      return { ...file, path, texts: single(file, path, skipped) };
    }
    const folder = openFolder(place);
    return { ...folder, path, texts: textsIn({ folder, place, wants, skipped }) };
  });
}

function isFolder(place: Place): boolean {
  using held = openPlace(place, openFlags.hold);
  const stats = fstatSync(held.descriptor);
  if (stats.isSymbolicLink()) throw new LinkMet(place.path);
  return stats.isDirectory();
}

function* single(file: OpenedFile, path: string, skipped: Skipped): Generator<SearchedText | undefined> {
  const text = textOf(file, path, skipped);
  yield text === undefined ? undefined : { file: posix.basename(path), text };
}

function* textsIn(search: {
  readonly folder: Opened;
  readonly place: Place;
  readonly wants: NameFilter;
  readonly skipped: Skipped;
}): Generator<SearchedText | undefined> {
  const { place, wants, skipped } = search;
  const walk = walkFolder(search.folder, place, {
    enters: ({ name, place: { real, allowed } }) => wants.enters(name) && !isOwn(allowed.workdir, real),
    onUnreadable: () => (skipped.unreadable += 1),
  });
  for (const visited of walk) {
    if (visited.type !== 'file' || !wants.takes(visited.name)) continue;
    const text = tryRead(visited, skipped);
    yield text === undefined ? undefined : { file: visited.name, text };
  }
}

function tryRead({ folder, entry, place }: Visited, skipped: Skipped): string | undefined {
  try {
    using file = openRegularEntry(folder, entry, place.path);
    return textOf(file, place.path, skipped);
  } catch (thrown) {
    if (!(thrown instanceof LinkMet) && !(thrown instanceof GoondanError)) throw thrown;
    skipped.unreadable += 1;
    return undefined;
  }
}

function textOf(file: OpenedFile, path: string, skipped: Skipped): string | undefined {
  const bytes = withFileErrors(path, () => readBytes(file.descriptor, 0, largestSearched + 1));
  if (bytes.length > largestSearched) {
    skipped.large += 1;
    return undefined;
  }
  const found = detectEncoding(bytes);
  if (found === undefined) skipped.binary += 1;
  return found === undefined ? undefined : decode(bytes.subarray(found.markLength), found.encoding);
}

interface NameFilter {
  takes(name: string): boolean;
  enters(name: string): boolean;
}

/** A glob without a slash is meant for names in any folder. */
function nameFilter({ include, exclude }: SearchScope): NameFilter {
  const compile = (glob: string): GlobMatch => {
    try {
      return compileGlob(glob.includes('/') ? glob : `**/${glob}`);
    } catch (cause) {
      throw new GoondanError(
        'E_FILE_PATTERN',
        `The glob ${glob} cannot be used: it has too many alternatives.`,
        {
          suggestion: 'Send several simpler globs.',
          cause,
        },
      );
    }
  };
  const [included, excluded] = [include.map(compile), exclude.map(compile)];
  const isExcluded = (name: string): boolean => excluded.some((glob) => glob(name));
  return {
    takes: (name) => !isExcluded(name) && (included.length === 0 || included.some((glob) => glob(name))),
    enters: (name) => !isExcluded(name),
  };
}
