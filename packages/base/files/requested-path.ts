import { homedir } from 'node:os';
import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';

const mostBytes = 4096;

/** The absolute path that is meant by a path of a tool's input: relative to the workdir, `~` is the home folder. Nothing is looked up. */
export function requestedPath(workdir: string, path: string): string {
  const problem = problemOf(path);
  if (problem !== undefined) {
    throw new GoondanError('E_TOOL_INVALID_ARGS', `The path ${problem}.`, {
      suggestion: 'Send a path relative to the workspace, such as notes/today.md.',
    });
  }
  return posix.resolve(workdir, expandHome(path));
}

/** Throws E_FILE_KIND where the path can only mean a folder, and a file is needed. */
export function checkNotFolder(path: string, absolute: string): void {
  if (!/(^|\/)\.{0,2}$/.test(path)) return;
  throw new GoondanError('E_FILE_KIND', `The path ${path} names a folder, and a file is needed.`, {
    suggestion: `Send the path of a file: ${absolute} without a slash or dots at its end, or a file in that folder.`,
  });
}

/** `~` and `~/…` as a shell reads them; any other name that begins so is a name. */
export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? posix.join(homedir(), path.slice(1)) : path;
}

function problemOf(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'holds a NUL character';
  if (!path.isWellFormed()) return 'holds half a character (a lone surrogate)';
  if (Buffer.byteLength(path) > mostBytes) return `is longer than ${mostBytes} bytes`;
  return undefined;
}
