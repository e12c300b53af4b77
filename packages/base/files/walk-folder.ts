import type { Stats } from 'node:fs';
import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { entryStats, typeOf, type EntryType } from './entry.ts';
import { namesIn, openSubfolder } from './open-folder.ts';
import { LinkMet, type Opened } from './open-place.ts';
import { placeIn, type Place } from './place.ts';
import { textOfName, type Name } from './system-result.ts';

/** An entry met on a walk. Its folder is open only until the next one is asked for. */
export interface Visited {
  readonly place: Place;
  /** Relative to where the walk began. */
  readonly name: string;
  readonly type: EntryType;
  readonly stats: Stats;
  readonly depth: number;
  readonly folder: number;
  readonly entry: Name;
}

/** How far a walk goes. */
export interface WalkOptions {
  /** Whether the walk goes into a folder that it met. */
  readonly enters: (folder: Visited) => boolean;
  /** Told of what could not be looked at. */
  readonly onUnreadable: () => void;
}

/** Goes through the entries of an open folder that are allowed, by name, each folder before what is in it; links are not followed. */
export function walkFolder(folder: Opened, place: Place, options: WalkOptions): Generator<Visited> {
  return walk({ folder: folder.descriptor, place, name: '', depth: 1 }, options);
}

interface Open {
  readonly folder: number;
  readonly place: Place;
  readonly name: string;
  readonly depth: number;
}

function* walk({ folder, place, name, depth }: Open, options: WalkOptions): Generator<Visited> {
  for (const entry of namesIn(folder, place.path)) {
    const text = textOfName(entry);
    const within = placeIn(place, text);
    if (!place.allowed.isAllowed(within.real)) continue;
    const stats = entryStats(folder, entry);
    if ('errno' in stats) {
      // Gone since the names were read, or not for us.
      if (stats.errno !== 'ENOENT') options.onUnreadable();
      continue;
    }
    const visited = {
      place: within,
      name: posix.join(name, text),
      type: typeOf(stats),
      stats,
      depth,
      folder,
      entry,
    };
    yield visited;
    if (visited.type !== 'folder' || !options.enters(visited)) continue;
    const opened = tryOpen(visited);
    if (opened === undefined) {
      options.onUnreadable();
      continue;
    }
    using inner = opened;
    yield* walk({ ...visited, folder: inner.descriptor, depth: depth + 1 }, options);
  }
}

function tryOpen({ folder, entry, place }: Visited): Opened | undefined {
  try {
    return openSubfolder(folder, entry, place.path);
  } catch (thrown) {
    if (thrown instanceof LinkMet || thrown instanceof GoondanError) return undefined;
    throw thrown;
  }
}
