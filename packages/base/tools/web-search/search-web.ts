import type { Environment, JsonObject, ToolContext } from '@goondan/core';
import { GoondanError, isRecord, parseJson } from '@goondan/core/basics';
import { fetchAllowed, type FetchResponse } from '../../network/fetch-allowed.ts';
import { systemNetwork, type Network } from '../../network/network.ts';
import { chooseProvider } from './choose-provider.ts';
import { cleanResults } from './clean-results.ts';
import type { Provider, ProviderAccess, SearchQuery } from './provider.ts';
import { checkStatus } from './check-status.ts';

const maxBytes = 2_000_000;
const timeoutMs = 20_000;
const defaultCount = 8;

/** What a search runs with: the environment that sets a provider up, and the network. */
export interface SearchSurroundings {
  readonly env: Environment;
  readonly network?: Network;
}

/** Asks the provider that the environment sets up; throws with a code of the search family. */
export async function searchWeb(
  ctx: Pick<ToolContext, 'permissions' | 'signal'>,
  input: {
    readonly query: string;
    readonly count?: number | undefined;
    readonly freshness?: SearchQuery['freshness'];
  },
  { env, network = systemNetwork }: SearchSurroundings,
): Promise<JsonObject> {
  const { provider, access } = chooseProvider(env);
  const { query, count = defaultCount, freshness } = input;
  const request = {
    ...provider.request(access, { query: query.trim(), count, freshness }),
    maxBytes,
    timeoutMs,
    redirect: 'same-origin' as const,
  };
  const response = await ask(
    provider,
    () => fetchAllowed(reachingOnly(ctx, access), request, network),
    ctx.signal,
  );
  checkStatus(provider, response);
  const results = cleanResults(provider, resultsIn(provider, response), { count, secret: access.key });
  return { provider: provider.name, results };
}

/** The operator chose this address, so it may be private; nothing else that policy may allow is needed. */
function reachingOnly(
  { permissions, signal }: Pick<ToolContext, 'permissions' | 'signal'>,
  { base }: ProviderAccess,
): Pick<ToolContext, 'permissions' | 'signal'> {
  const port = base.port === '' ? (base.protocol === 'https:' ? '443' : '80') : base.port;
  const host = `${base.hostname}:${port}`;
  return { signal, permissions: { ...permissions, network: [[host]] } };
}

async function ask(
  { name }: Provider,
  fetching: () => Promise<FetchResponse>,
  signal: AbortSignal,
): Promise<FetchResponse> {
  try {
    return await fetching();
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof GoondanError)) throw thrown;
    throw new GoondanError('E_SEARCH_FAILED', `${name} could not be asked: ${thrown.message}`);
  }
}

function resultsIn(provider: Provider, { body, truncated }: FetchResponse): readonly unknown[] {
  const answer = truncated ? undefined : jsonOf(body);
  const results = isRecord(answer) ? provider.resultsIn(answer) : undefined;
  if (results !== undefined) return results;
  throw new GoondanError('E_SEARCH_FAILED', `${provider.name} answered with something else than results.`, {
    suggestion: `Have whoever runs the swarm check ${provider.address.variable}: it must be the address of ${provider.name}.`,
  });
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
