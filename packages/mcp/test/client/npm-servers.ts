import { dirname, join } from 'node:path';

/** The config of a server from npm, run by the Bun that runs the tests. */
export function npmServer(name: string, ...args: string[]): { command: string; args: string[] } {
  const root = dirname(Bun.resolveSync(`@modelcontextprotocol/server-${name}/package.json`, import.meta.dir));
  return { command: process.execPath, args: ['--no-install', join(root, 'dist/index.js'), ...args] };
}
