import { join } from 'node:path';

/** The config of the server that does what it must not. */
export function hostileServer(...args: string[]): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: ['--no-install', join(import.meta.dir, 'hostile-server-run.ts'), ...args],
  };
}
