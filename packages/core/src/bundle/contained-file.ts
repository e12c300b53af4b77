import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nearest } from '../error/nearest.ts';

/** A file named in YAML: found inside the bundle, or the reason why not, with the path that was likely meant. */
export type ContainedFile =
  | { readonly status: 'ok'; readonly file: string }
  | { readonly status: 'outside'; readonly reason: string }
  | { readonly status: 'directory' | 'absent'; readonly near?: string | undefined };

/** Finds a file by its path relative to the bundle root; absolute paths, `..` and symbolic links may not lead out of the bundle. */
export async function containedFile(root: string, path: string): Promise<ContainedFile> {
  if (isAbsolute(path)) return { status: 'outside', reason: 'is an absolute path' };
  const file = resolve(root, path);
  if (!isInside(root, file)) return { status: 'outside', reason: 'leads out of the bundle' };
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return { status: 'absent', near: await nearFile(root, file) };
  if (!isInside(await realpath(root), await realpath(file))) {
    return { status: 'outside', reason: 'leads out of the bundle by a symbolic link' };
  }
  if (stats.isDirectory()) return { status: 'directory', near: await nearFile(root, join(file, 'index.ts')) };
  return { status: 'ok', file };
}

function isInside(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function nearFile(root: string, file: string): Promise<string | undefined> {
  const names = await readdir(dirname(file)).catch(() => []);
  const near = nearest(basename(file), names);
  return near === undefined ? undefined : `./${relative(root, join(dirname(file), near))}`;
}
