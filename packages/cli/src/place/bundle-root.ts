import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';

/** The folder of the bundle: the one that was named, or the nearest upward; undefined when nothing was named and there is none. */
export async function bundleRootOf(invocation: Invocation, operand?: string): Promise<string | undefined> {
  const { options, cwd } = invocation;
  const directory = options.text('directory');
  if (operand !== undefined && directory !== undefined) {
    throw new UsageError(`the bundle is named twice: '${operand}' and -C '${directory}'`, 'Name it once.');
  }
  const named = operand ?? directory;
  if (named !== undefined) return folderOf(resolve(cwd, named));
  const { findBundleRoot } = await import('@goondan/core/basics');
  return findBundleRoot(cwd);
}

/** The file itself may be named too. */
async function folderOf(path: string): Promise<string> {
  if (basename(path) !== 'goondan.yaml') return path;
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true ? dirname(path) : path;
}
