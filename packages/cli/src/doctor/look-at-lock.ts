import { existsSync } from 'node:fs';
import { folderOwner } from '@goondan/runtime/storage';
import { readServeFile } from '../serve/serve-file.ts';
import type { DoctorFinding } from './finding.ts';

/** Who works in the workspace at this moment. */
export async function lookAtLock(folder: string): Promise<DoctorFinding[]> {
  const name = 'lock';
  if (!existsSync(folder)) return [{ name, status: 'ok', message: `free; ${folder} has not been used yet` }];
  const owner = folderOwner(folder);
  if (owner === undefined) return [{ name, status: 'ok', message: `free; nobody works in ${folder}` }];
  const message = `${folder} is in use by ${owner}.`;
  const server = readServeFile(folder);
  if (server !== undefined) return [{ name, status: 'ok', message: `${message} It serves ${server.url}.` }];
  const fix = 'Wait for it, or end that process; gdn run cannot work here meanwhile.';
  return [{ name, status: 'warn', message, fix }];
}
