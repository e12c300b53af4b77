import { resolve } from 'node:path';
import type { Environment } from '@goondan/core';
import type { ServerAuth } from '../auth/server-auth.ts';
import { HttpTransport } from './http-transport.ts';
import type { ProcessWatch } from './process-watch.ts';
import { resolveText, resolveTexts, serverUrl } from './secret-text.ts';
import type { ServerConfig } from './server-config.ts';
import { maxMessageBytes, StdioTransport } from './stdio-transport.ts';

/** What a transport to a declared server is made with. */
export interface ServerTransportOptions {
  readonly key: string;
  readonly config: ServerConfig;
  readonly env: Environment;
  /** What a relative `cwd` is relative to. */
  readonly root: string;
  readonly watch: ProcessWatch;
  readonly auth?: ServerAuth;
}

/** A transport to a server as its config declares it, not started yet. Throws `E_CONFIG_ENV_MISSING`. */
export async function serverTransport(
  options: ServerTransportOptions,
): Promise<StdioTransport | HttpTransport> {
  const { key, config, env, root, watch, auth } = options;
  const { command, args = [], cwd = '.', url } = config;
  if (command !== undefined) {
    const declared = resolveTexts(config.env, env, `servers.${key}.env`);
    const words = args.map((word, index) => resolveText(word, env, `servers.${key}.args[${index}]`));
    return new StdioTransport({
      command,
      args: words,
      env: declared,
      cwd: resolve(root, cwd),
      ours: env,
      watch,
    });
  }
  return HttpTransport.to({
    url: serverUrl(url ?? '', env, key),
    headers: resolveTexts(config.headers, env, `servers.${key}.headers`),
    maxMessageBytes,
    ...(auth === undefined ? {} : { auth: auth.provider }),
    ...(auth?.fetch === undefined ? {} : { fetch: auth.fetch }),
  });
}
