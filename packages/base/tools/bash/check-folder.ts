import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { isWithin } from '../../files/allowed-files.ts';
import { invalid } from './check-text.ts';

/** The real path of the workdir. */
export function realWorkdir(workdir: string): string {
  try {
    return realpathSync(workdir);
  } catch {
    throw new GoondanError('E_TOOL', `The workdir ${workdir} does not exist.`, {
      suggestion: 'Make the folder, or run the agent with another --workdir.',
    });
  }
}

/** The real path of a path in the workdir, which must exist there; links are followed before it is judged. */
export async function inWorkdir(workdir: string, name: string, path: string): Promise<string> {
  if (path.includes('\0')) throw invalid(`/${name} holds a NUL character.`, 'Leave it out.');
  const asked = isAbsolute(path) ? path : join(workdir, path);
  let found: string;
  try {
    found = await realpath(asked);
  } catch (thrown) {
    const why = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    throw invalid(
      `/${name}: "${path}" cannot be opened (${why}).`,
      'Give a path that exists, relative to the workdir; file-system__list shows what is there.',
    );
  }
  if (!isWithin(workdir, found))
    throw invalid(
      `/${name}: "${path}" is outside the workdir.`,
      'Give a path in the workdir, such as "src".',
    );
  return found;
}

/** The same for a folder. */
export async function folderInWorkdir(workdir: string, name: string, path: string): Promise<string> {
  const found = await inWorkdir(workdir, name, path);
  if (!(await stat(found)).isDirectory())
    throw invalid(`/${name}: "${path}" is not a folder.`, 'Give the folder that holds it.');
  return found;
}
