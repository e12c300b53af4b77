import { GoondanError } from '@goondan/core/basics';
import type { FetchResponse } from '../../network/fetch-allowed.ts';
import type { Provider } from './provider.ts';

/** Throws unless the provider answered with a success. What it wrote about it is not shown: it may repeat the key. */
export function checkStatus(provider: Provider, { status, headers, body }: FetchResponse): void {
  if (status >= 200 && status < 300) return;
  const { name, needs } = provider;
  switch (provider.meaningOf?.(status, new TextDecoder().decode(body.subarray(0, 4096))) ?? usual(status)) {
    case 'key':
      throw new GoondanError('E_SEARCH_KEY', `${name} does not accept the key (status ${status}).`, {
        suggestion: `Have whoever runs the swarm check ${needs} in its environment; searching again will not help.`,
      });
    case 'limit':
      throw new GoondanError('E_SEARCH_LIMIT', `${name} has had too many requests (status ${status}).`, {
        suggestion: `${waitFor(headers['retry-after'])}, and search less often.`,
      });
    case 'format':
      throw new GoondanError('E_SEARCH_FAILED', `${name} refused to answer (status ${status}).`, {
        suggestion:
          'Have whoever runs the SearXNG server add json to search.formats in its settings.yml; without it every search is refused.',
      });
    case undefined:
      throw new GoondanError('E_SEARCH_FAILED', `${name} answered with status ${status}.`);
  }
}

function usual(status: number): 'key' | 'limit' | undefined {
  if (status === 401 || status === 403) return 'key';
  return status === 429 ? 'limit' : undefined;
}

function waitFor(retryAfter: string | undefined): string {
  return /^\d{1,6}$/.test(retryAfter ?? '')
    ? `Wait ${retryAfter} s before you search again`
    : 'Wait a while before you search again';
}
