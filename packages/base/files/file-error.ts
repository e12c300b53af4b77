import type { ErrorCode } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';

/** What the system's own word for a failure means for whoever asked. */
const meanings: Readonly<Record<string, readonly [code: ErrorCode, what: string]>> = {
  ENOENT: ['E_FILE_NOT_FOUND', 'does not exist'],
  ENOTDIR: ['E_FILE_KIND', 'goes through something that is not a folder'],
  EISDIR: ['E_FILE_KIND', 'is a folder'],
  EEXIST: ['E_FILE_EXISTS', 'exists already'],
  ENOTEMPTY: ['E_FILE_EXISTS', 'is a folder that is not empty'],
  ENAMETOOLONG: ['E_FILE_NOT_FOUND', 'is longer than a file name can be'],
  ENXIO: ['E_FILE_KIND', 'is not a regular file'],
  ENODEV: ['E_FILE_KIND', 'is not a regular file'],
  EACCES: ['E_FILE_ACCESS', 'may not be used: permission denied by the system'],
  EPERM: ['E_FILE_ACCESS', 'may not be used: operation not permitted by the system'],
  EROFS: ['E_FILE_ACCESS', 'is on a read-only file system'],
  ENOSPC: ['E_FILE_ACCESS', 'cannot be written: no space is left on the disk'],
  EDQUOT: ['E_FILE_ACCESS', 'cannot be written: the disk quota is used up'],
};

/** The error for what the operating system refused. */
export function fileError(
  path: string,
  errno: string,
  options: { suggestion?: string; cause?: unknown } = {},
): GoondanError {
  const [code, what] = meanings[errno] ?? (['E_FILE_ACCESS', `cannot be used: ${errno}`] as const);
  return new GoondanError(code, `${path} ${what}.`, options);
}

/** Runs calls of `node:fs` on open files; what the system refuses becomes an error that names the path. */
export function withFileErrors<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && !(thrown instanceof GoondanError)) {
      throw fileError(path, String(thrown.code), { cause: thrown });
    }
    throw thrown;
  }
}
