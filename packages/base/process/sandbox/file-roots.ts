import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allowedFiles, isWithin, type FileScope } from '../../files/allowed-files.ts';
import { expandHome } from '../../files/requested-path.ts';

/**
 * The folders and files outside the workdir that a sandbox is given, as policy allows them to the file tools. A sandbox is given whole
 * folders: of globs with wildcards only those count that allow everything below a folder, such as `/data/**`.
 */
export function fileRoots(scope: FileScope): string[] {
  const allowed = allowedFiles(scope);
  const { workdir } = allowed;
  const found = scope.permissions.files.flat().flatMap((glob) => rootOf(glob, workdir));
  return [...new Set(found)]
    .filter((root) => root !== '/' && !isWithin(workdir, root) && allowed.isAllowed(farthest(root)))
    .sort();
}

function rootOf(glob: string, workdir: string): string[] {
  const plain = glob.replace(/\/\*\*(\/\*)?$/, '');
  if (plain === '' || /[*?[\]{}\\]/.test(plain)) return [];
  try {
    return [realpathSync(resolve(workdir, expandHome(plain)))];
  } catch {
    return [];
  }
}

/** What lies far below a folder and has no telling name is allowed only where everything below it is. */
function farthest(root: string): string {
  return statSync(root).isDirectory() ? join(root, 'some/thing/far/below/here/and/there') : root;
}
