import { isRecord } from '@goondan/core/basics';
import { below, type Provider } from './provider.ts';

const searxng: Provider = {
  name: 'searxng',
  needs: 'SEARXNG_URL',
  address: { variable: 'SEARXNG_URL' },
  request: ({ base }, { query, freshness }) => ({
    url: below(base, '/search', {
      q: query,
      format: 'json',
      ...(freshness === undefined ? {} : { time_range: freshness }),
    }),
    headers: { accept: 'application/json' },
  }),
  resultsIn: ({ results }) => listOf(results),
  resultOf: ({ title, url, content, publishedDate }) => ({
    title,
    url,
    snippet: content,
    published: publishedDate,
  }),
  meaningOf: (status) => (status === 403 ? 'format' : undefined),
};

const brave: Provider = {
  name: 'brave',
  needs: 'BRAVE_API_KEY',
  address: { variable: 'BRAVE_API_URL', standard: 'https://api.search.brave.com' },
  request: ({ base, key }, { query, count, freshness }) => ({
    url: below(base, '/res/v1/web/search', {
      q: query,
      count: String(count),
      text_decorations: 'false',
      result_filter: 'web',
      ...(freshness === undefined ? {} : { freshness: { day: 'pd', month: 'pm', year: 'py' }[freshness] }),
    }),
    headers: { accept: 'application/json', 'x-subscription-token': key ?? '' },
  }),
  // Where nothing was found there is an answer, but no list.
  resultsIn: ({ type, web }) => (isRecord(web) ? listOf(web['results']) : type === 'search' ? [] : undefined),
  resultOf: ({ title, url, description, page_age: published }) => ({
    title,
    url,
    snippet: description,
    published,
  }),
  meaningOf: (status, body) =>
    status === 422 && body.includes('SUBSCRIPTION_TOKEN_INVALID') ? 'key' : undefined,
};

const tavily: Provider = {
  name: 'tavily',
  needs: 'TAVILY_API_KEY',
  address: { variable: 'TAVILY_API_URL', standard: 'https://api.tavily.com' },
  request: ({ base, key }, { query, count, freshness }) => ({
    url: below(base, '/search'),
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      query,
      max_results: count,
      search_depth: 'basic',
      ...(freshness === undefined ? {} : { time_range: freshness }),
    }),
  }),
  resultsIn: ({ results }) => listOf(results),
  resultOf: ({ title, url, content, published_date: published }) => ({
    title,
    url,
    snippet: content,
    published,
  }),
  // Its own statuses for a plan or a spending limit that is used up.
  meaningOf: (status) => (status === 432 || status === 433 ? 'limit' : undefined),
};

/** All providers, in the order in which they are looked for. */
export const providers: readonly Provider[] = [searxng, brave, tavily];

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
