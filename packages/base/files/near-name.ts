import { closeSync, constants } from 'node:fs';
import { posix } from 'node:path';
import { GoondanError, nearest } from '@goondan/core/basics';
import { libc } from './libc.ts';
import { openWithoutLinks } from './open-without-links.ts';
import type { Place } from './place.ts';
import { textOfName } from './system-result.ts';

/** Adds the name that was likely meant to an error about a file that does not exist; any other error is given back as it is. */
export function withNearName(thrown: unknown, place: Place): unknown {
  if (!(thrown instanceof GoondanError) || thrown.code !== 'E_FILE_NOT_FOUND') return thrown;
  const folder = posix.dirname(place.real);
  // Names of a folder that is not allowed are nobody's business.
  if (!place.allowed.isAllowed(folder)) return thrown;
  const near = nearest(posix.basename(place.real), namesOf(folder));
  if (near === undefined) return thrown;
  return new GoondanError(thrown.code, thrown.message, {
    suggestion: `Did you mean ${posix.join(posix.dirname(place.path), near)}?`,
    cause: thrown,
  });
}

function namesOf(folder: string): string[] {
  const descriptor = openWithoutLinks(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  if (typeof descriptor !== 'number') return [];
  try {
    const names = libc().names(descriptor);
    return 'errno' in names ? [] : names.map(textOfName);
  } finally {
    closeSync(descriptor);
  }
}
