import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { allowedFiles, type AllowedFiles, type FileScope } from './allowed-files.ts';
import { canonicalPath } from './canonical-path.ts';
import { requestedPath } from './requested-path.ts';

/** A place on the disk that a call may use. */
export interface Place {
  /** The absolute path as it was asked for: what results and errors say. */
  readonly path: string;
  /** The same without links, and allowed. Open it only by ways that refuse links. */
  readonly real: string;
  readonly allowed: AllowedFiles;
}

/** Finds the place that a path leads to, or throws E_FILE_OUTSIDE, whether or not anything is there. */
export function findPlace(scope: FileScope, path: string, options: { readonly followLast: boolean }): Place {
  const requested = requestedPath(scope.workdir, path);
  const allowed = allowedFiles(scope);
  const canonical = canonicalPath(requested, options);
  if (canonical === undefined) {
    throw new GoondanError('E_FILE_NOT_FOUND', `${requested} leads nowhere: its links go in a circle.`, {
      suggestion: 'Remove the link, or use the path of the file itself.',
    });
  }
  if (!allowed.isAllowed(canonical.path)) throw outsideError(requested);
  return { path: requested, real: canonical.path, allowed };
}

/** The place of an entry of a folder; whether it is allowed too is to be asked. */
export function placeIn(folder: Place, name: string): Place {
  return { ...folder, path: posix.join(folder.path, name), real: posix.join(folder.real, name) };
}

/** The refusal of a path that is neither in the workdir nor allowed. It does not say where a link leads, nor whether anything is there. */
export function outsideError(path: string): GoondanError {
  return new GoondanError(
    'E_FILE_OUTSIDE',
    `${path} is outside the workspace, by its name or by a link, and policy does not allow it.`,
  );
}
