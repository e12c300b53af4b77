import { join } from 'node:path';
import type { Environment } from '@goondan/core';
import type { Person } from '../auth/person.ts';
import { serverAuth, type ServerAuth } from '../auth/server-auth.ts';
import { StoredProvider } from '../auth/stored-provider.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { ProcessWatch } from './process-watch.ts';
import { serverUrl } from './secret-text.ts';
import type { ServerConfig } from './server-config.ts';
import { serverTransport } from './server-transport.ts';

const defaultStartTimeoutMs = 20_000;

/** A declared server and what it is reached with. */
export interface ServerPlace {
  readonly key: string;
  readonly config: ServerConfig;
  readonly env: Environment;
  /** What relative paths of the config are relative to. */
  readonly root: string;
  /** The folder of the extension: tokens are kept in it. */
  readonly stateFolder: string;
  readonly watch: ProcessWatch;
  /** Who can log in; without it a server that wants a login is `E_MCP_AUTH`. */
  readonly person?: Person;
}

/** Connects to a server as its config declares it. */
export async function openConnection(
  place: ServerPlace,
  hooks: Pick<ConnectionOptions, 'onClosed' | 'onToolsChanged' | 'elicit' | 'isLegacy'>,
): Promise<Connection> {
  const { key, config } = place;
  const auth = authOf(place);
  return Connection.open({
    ...hooks,
    key,
    startTimeoutMs: startTimeoutOf(config),
    transport: () => serverTransport({ ...place, ...(auth === undefined ? {} : { auth }) }),
    async login(transport) {
      const returned = auth?.provider instanceof StoredProvider ? await auth.provider.login() : undefined;
      if (returned === undefined) return false;
      await transport.finishAuth(returned);
      return true;
    },
  });
}

/** How long the server may take to answer when it is first spoken to. */
export function startTimeoutOf({ startTimeoutMs = defaultStartTimeoutMs }: ServerConfig): number {
  return startTimeoutMs;
}

function authOf({ key, config, env, stateFolder, person }: ServerPlace): ServerAuth | undefined {
  const { url, auth } = config;
  if (url === undefined || auth === undefined) return undefined;
  const folder = join(stateFolder, 'credentials');
  const { href } = serverUrl(url, env, key);
  return serverAuth({ key, url: href, auth, env, folder, ...(person === undefined ? {} : { person }) });
}
