import { createHash } from 'node:crypto';
import { sortedJson } from '@goondan/core';
import type { ServerConfig } from '../client/server-config.ts';

/** What a server is: another program or address is another server. A hash, because arguments may hold what nobody should read. */
export function serverOrigin({ command, args, cwd, url }: ServerConfig): string {
  const what = url === undefined ? { command, args, cwd } : { url };
  return createHash('sha256').update(sortedJson(what)).digest('hex');
}
