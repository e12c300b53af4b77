import type { Environment } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import type { Provider, ProviderAccess } from './provider.ts';
import { providers } from './providers.ts';

/** The provider that the environment sets up, with its address and key; throws an error that says how to set one up. */
export function chooseProvider(env: Environment): {
  readonly provider: Provider;
  readonly access: ProviderAccess;
} {
  const wanted = valueOf(env, 'WEB_SEARCH_PROVIDER').toLowerCase();
  const provider =
    wanted === ''
      ? providers.find(({ needs }) => valueOf(env, needs) !== '')
      : providers.find(({ name }) => name === wanted);
  if (provider === undefined)
    throw wanted === ''
      ? unconfigured('No provider is set up for web search.', howTo)
      : unconfigured(
          'WEB_SEARCH_PROVIDER names no provider that is known.',
          `Set it to one of ${providers.map(({ name }) => name).join(', ')}.`,
        );
  const key = valueOf(env, provider.needs);
  if (key === '')
    throw unconfigured(
      `WEB_SEARCH_PROVIDER is ${provider.name}, but ${provider.needs} is not set.`,
      `Have whoever runs the swarm set ${provider.needs} in its environment and start it again.`,
    );
  const isKey = provider.needs !== provider.address.variable;
  return { provider, access: { base: addressOf(provider, env), key: isKey ? key : undefined } };
}

const howTo =
  'Have whoever runs the swarm set one of these in its environment and start it again: SEARXNG_URL (address of a SearXNG server), ' +
  'BRAVE_API_KEY (https://brave.com/search/api) or TAVILY_API_KEY (https://tavily.com).';

function addressOf({ address }: Provider, env: Environment): URL {
  const text = valueOf(env, address.variable) || (address.standard ?? '');
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  // The address itself is not shown: it may hold what is nobody's business.
  if (!isWeb || url.username !== '' || url.password !== '')
    throw unconfigured(
      `${address.variable} is not an http or https address without user name and password.`,
      `Set ${address.variable} to an address such as https://search.example.com.`,
    );
  return url;
}

function valueOf(env: Environment, name: string): string {
  return (env[name] ?? '').trim();
}

function unconfigured(message: string, suggestion: string): GoondanError {
  return new GoondanError('E_SEARCH_UNCONFIGURED', message, { suggestion });
}
