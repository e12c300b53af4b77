import { join } from 'node:path';

/** The config of a server of 2026-07-28; its tasks end when the file is there. */
export function modernServer(done = ''): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: ['--no-install', join(import.meta.dir, 'modern-server-run.ts'), `--done=${done}`],
  };
}
