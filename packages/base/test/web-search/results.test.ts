import { expect, test } from 'bun:test';
import { answers } from './answers.ts';
import { environments, key, providerTest } from './provider-server.ts';

const names = ['searxng', 'brave', 'tavily'] as const;

test.each(names)('%s: results come in one form, whoever was asked', async (name) => {
  await using provider = providerTest(() => Response.json(answers[name]));
  expect(await provider.search(environments[name])).toEqual({
    provider: name,
    results: [
      {
        title: 'Tea & more',
        url: 'https://example.com/tea',
        snippet: 'All about tea.',
        published: '2026-10-01T00:00:00',
      },
      { title: '차', url: 'https://example.org/차', snippet: '' },
    ],
  });
  expect(provider.requests).toHaveLength(1);
});

test('searxng is asked for JSON, with its path and the time range', async () => {
  await using provider = providerTest(() => Response.json(answers.searxng));
  await provider.search({ SEARXNG_URL: '$URL/searx/' }, { query: ' 녹차 & more ', freshness: 'month' });
  const [request] = provider.requests;
  expect(request?.method).toBe('GET');
  const url = new URL(request?.path ?? '', provider.url);
  expect(url.pathname).toBe('/searx/search');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    q: '녹차 & more',
    format: 'json',
    time_range: 'month',
  });
});

test('brave gets its key in its header, and how many results to give', async () => {
  await using provider = providerTest(() => Response.json(answers.brave));
  await provider.search(environments.brave, { count: 1, freshness: 'day' });
  const [request] = provider.requests;
  expect(request?.headers.get('x-subscription-token')).toBe(key);
  const url = new URL(request?.path ?? '', provider.url);
  expect(url.pathname).toBe('/res/v1/web/search');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ q: 'tea', count: '1', freshness: 'pd' });
  expect(request?.path).not.toContain(key);
});

test('tavily gets its key in its header, and the rest as JSON', async () => {
  await using provider = providerTest(() => Response.json(answers.tavily));
  await provider.search(environments.tavily, { count: 3, freshness: 'year' });
  const [request] = provider.requests;
  expect([request?.method, request?.path]).toEqual(['POST', '/search']);
  expect(request?.headers.get('authorization')).toBe(`Bearer ${key}`);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    query: 'tea',
    max_results: 3,
    search_depth: 'basic',
    time_range: 'year',
  });
  expect(request?.body).not.toContain(key);
});

test('at most as many results as asked for, each address once, web addresses only', async () => {
  const result = (url: unknown) => ({ url, title: 't', content: 'c' });
  const urls = [
    'https://a.test/',
    'https://a.test/',
    'javascript:alert(1)',
    7,
    null,
    'file:///etc/passwd',
    'https://b.test/ x',
    'http://c.test/',
    'https://d.test/',
  ];
  await using provider = providerTest(() =>
    Response.json({ results: [...urls.map(result), 'text', null, []] }),
  );
  const found = await provider.search(environments.searxng, { count: 2 });
  expect(found['results']).toEqual([
    { url: 'https://a.test/', title: 't', snippet: 'c' },
    { url: 'http://c.test/', title: 't', snippet: 'c' },
  ]);
});

test('what a provider writes is bounded and plain', async () => {
  const results = [
    {
      url: 'https://a.test/',
      title: 7,
      content: `<i>${'가'.repeat(5000)}</i>\n\n&#x1F600;&bogus;`,
      publishedDate: {},
    },
  ];
  await using provider = providerTest(() => Response.json({ results }));
  const found = await provider.search(environments.searxng);
  expect(found['results']).toEqual([
    { url: 'https://a.test/', title: 'https://a.test/', snippet: '가'.repeat(1500) },
  ]);
});

test('nothing found is no failure', async () => {
  await using brave = providerTest(() => Response.json({ type: 'search', query: { original: 'tea' } }));
  expect(await brave.search(environments.brave)).toEqual({ provider: 'brave', results: [] });
  await using searxng = providerTest(() => Response.json({ query: 'tea', results: [] }));
  expect(await searxng.search(environments.searxng)).toEqual({ provider: 'searxng', results: [] });
});

test('a provider that repeats the key does not show it', async () => {
  const results = [{ url: `https://a.test/?k=${key}`, title: `t ${key}`, content: key }];
  await using provider = providerTest(() => Response.json({ results }));
  expect(JSON.stringify(await provider.search(environments.tavily))).not.toContain(key);
});
