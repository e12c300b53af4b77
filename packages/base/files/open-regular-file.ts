import { constants, fstatSync, lstatSync, type Stats } from 'node:fs';
import { GoondanError } from '@goondan/core/basics';
import { fileError, withFileErrors } from './file-error.ts';
import { libc } from './libc.ts';
import { LinkMet, opened, openPlace, type Opened } from './open-place.ts';
import type { Place } from './place.ts';
import type { Name } from './system-result.ts';

const readWithoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** A regular file, open for reading, and its stats. */
export interface OpenedFile extends Opened {
  readonly stats: Stats;
}

/** Opens a regular file for reading; never waits for a pipe or a device, and throws E_FILE_KIND for what is no file. */
export function openRegularFile(place: Place): OpenedFile {
  // Opening alone can wake a pipe's writer or move a device, so we look first; what counts is what was opened.
  const before = withFileErrors(place.path, () => lstatSync(place.real, { throwIfNoEntry: false }));
  if (before !== undefined && !before.isSymbolicLink()) checkRegular(place.path, before);
  return regular(openPlace(place, readWithoutWaiting), place.path);
}

/** The same for a file in an open folder. */
export function openRegularEntry(folder: number, name: Name, path: string): OpenedFile {
  const result = libc().openat(folder, name, readWithoutWaiting | constants.O_NOFOLLOW);
  if (typeof result === 'number') return regular(opened(result), path);
  throw result.errno === 'ELOOP' ? new LinkMet(path) : fileError(path, result.errno);
}

function regular(file: Opened, path: string): OpenedFile {
  try {
    const stats = fstatSync(file.descriptor);
    checkRegular(path, stats);
    return { ...file, stats };
  } catch (thrown) {
    file[Symbol.dispose]();
    throw thrown;
  }
}

function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  throw new GoondanError('E_FILE_KIND', `${path} is ${kindOf(stats)}, not a file.`, {
    suggestion: stats.isDirectory()
      ? 'List the folder with file-system__list, and use the path of a file in it.'
      : 'Use the path of a regular file.',
  });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a link' : 'a device';
}
