import type { Environment } from '@goondan/core';
import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import { resolveText } from '../client/secret-text.ts';
import type { AuthConfig } from '../client/server-config.ts';
import { CredentialStore } from './credential-store.ts';
import { oneRefresh } from './one-refresh.ts';
import type { Person } from './person.ts';
import { StoredProvider } from './stored-provider.ts';

/** How requests to one server are authorized. */
export interface ServerAuth {
  readonly provider: AuthProvider | StoredProvider;
  readonly fetch?: FetchLike;
}

/** What an authorization is made with. */
export interface ServerAuthOptions {
  readonly key: string;
  readonly url: string;
  readonly auth: AuthConfig;
  readonly env: Environment;
  /** Where tokens are kept. */
  readonly folder: string;
  readonly person?: Person;
}

/** The authorization that a config declares. Throws `E_CONFIG_ENV_MISSING`. */
export function serverAuth({ key, url, auth, env, folder, person }: ServerAuthOptions): ServerAuth {
  const text = (name: 'token' | 'clientSecret'): string | undefined => {
    const given = auth[name];
    return given === undefined ? undefined : resolveText(given, env, `servers.${key}.auth.${name}`);
  };
  if (auth.type === 'bearer') {
    const token = text('token');
    return { provider: { token: async () => token } };
  }
  const clientSecret = text('clientSecret');
  const provider = new StoredProvider(
    {
      grant: auth.type === 'oauth' ? 'authorization_code' : 'client_credentials',
      ...(auth.clientId === undefined ? {} : { clientId: auth.clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(auth.scope === undefined ? {} : { scope: auth.scope }),
      ...(auth.issuer === undefined ? {} : { issuer: auth.issuer }),
    },
    new CredentialStore(folder, url),
    person,
  );
  const currentToken = async (): Promise<string | undefined> => (await provider.tokens())?.access_token;
  return { provider, fetch: oneRefresh((input, init) => globalThis.fetch(input, init), currentToken) };
}
