import { posix } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { isWithin } from './allowed-files.ts';
import type { Place } from './place.ts';

/** The folder of a workspace that Goondan itself keeps: notes, large outputs. */
export const ownFolder = '.goondan';

/** Throws E_FILE_PROTECTED for what tools may read but not change: the folder that Goondan keeps, the workspace itself and what it lies in. */
export function checkChangeable({ path, real, allowed }: Place): void {
  if (isWithin(real, allowed.workdir)) {
    throw new GoondanError('E_FILE_PROTECTED', `${path} is the workspace or a folder that holds it.`, {
      suggestion: 'Name the files and folders inside the workspace one by one.',
    });
  }
  if (isOwn(allowed.workdir, real)) throw ownFolderError(path);
}

/** The refusal to change what Goondan keeps. */
export function ownFolderError(path: string): GoondanError {
  return new GoondanError('E_FILE_PROTECTED', `${path} is kept by Goondan and may only be read.`, {
    suggestion: `Use a path outside ${ownFolder}; notes are changed with the memory tool.`,
  });
}

/** True for the folder that Goondan keeps and all in it; some disks know no upper case. */
export function isOwn(workdir: string, real: string): boolean {
  return isWithin(posix.join(workdir, ownFolder).toLowerCase(), real.toLowerCase());
}
