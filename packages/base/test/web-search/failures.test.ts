import { expect, test } from 'bun:test';
import { searchWeb } from '../../tools/web-search/search-web.ts';
import { listen, response } from '../network/loopback.ts';
import { context, environments, failureOf, key, providerTest } from './provider-server.ts';

const unauthorized = { detail: { error: 'Unauthorized: missing or invalid API key.' } };
const invalidToken = {
  type: 'ErrorResponse',
  error: { id: 'a', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: `The token ${key} is invalid.` },
};
const rateLimited = {
  type: 'ErrorResponse',
  error: { id: 'a', status: 429, code: 'RATE_LIMITED', detail: 'Too fast.' },
};

test.each([
  ['tavily', 401, unauthorized, 'E_SEARCH_KEY', 'TAVILY_API_KEY'],
  ['tavily', 403, {}, 'E_SEARCH_KEY', 'TAVILY_API_KEY'],
  ['tavily', 429, { detail: { error: 'blocked due to excessive requests' } }, 'E_SEARCH_LIMIT', 'Wait'],
  ['tavily', 432, { detail: { error: 'exceeds your plan' } }, 'E_SEARCH_LIMIT', 'Wait'],
  ['tavily', 433, {}, 'E_SEARCH_LIMIT', 'Wait'],
  ['brave', 401, {}, 'E_SEARCH_KEY', 'BRAVE_API_KEY'],
  ['brave', 422, invalidToken, 'E_SEARCH_KEY', 'BRAVE_API_KEY'],
  ['brave', 422, { type: 'ErrorResponse', error: { code: 'VALIDATION' } }, 'E_SEARCH_FAILED', 'Try again'],
  ['brave', 429, rateLimited, 'E_SEARCH_LIMIT', 'Wait'],
  ['searxng', 403, {}, 'E_SEARCH_FAILED', 'search.formats'],
  ['searxng', 429, {}, 'E_SEARCH_LIMIT', 'Wait'],
  ['searxng', 500, {}, 'E_SEARCH_FAILED', 'Try again'],
  ['brave', 503, {}, 'E_SEARCH_FAILED', 'Try again'],
] as const)('%s: status %p is told with what to do', async (name, status, body, code, suggestion) => {
  await using provider = providerTest(() => Response.json(body, { status }));
  const failure = await failureOf(provider.search(environments[name]));
  expect(failure.code).toBe(code);
  expect(failure.message).toContain(String(status));
  expect(failure.suggestion).toContain(suggestion);
  expect(JSON.stringify([failure.message, failure.suggestion, String(failure.cause)])).not.toContain(key);
});

test('a limit says how long to wait, where the provider does', async () => {
  await using provider = providerTest(
    () => new Response('', { status: 429, headers: { 'retry-after': '17' } }),
  );
  expect((await failureOf(provider.search(environments.brave))).suggestion).toStartWith('Wait 17 s');
  await using odd = providerTest(
    () => new Response('', { status: 429, headers: { 'retry-after': 'soon; x' } }),
  );
  expect((await failureOf(odd.search(environments.brave))).suggestion).toStartWith('Wait a while');
});

test.each([
  ['a page', '<html>Welcome</html>'],
  ['half of it', '{"results": [{"url":'],
  ['another object', '{"ok": true}'],
  ['a list', '[]'],
  ['nothing', ''],
  ['null', 'null'],
  ['results that are no list', '{"results": "none", "web": {"results": 7}}'],
])('an answer that is no result is told as such: %s', async (_title, body) => {
  for (const name of ['searxng', 'brave', 'tavily'] as const) {
    await using provider = providerTest(() => new Response(body));
    const failure = await failureOf(provider.search(environments[name]));
    expect(failure.code).toBe('E_SEARCH_FAILED');
    expect(failure.suggestion).toContain(
      name === 'searxng' ? 'SEARXNG_URL' : `${name.toUpperCase()}_API_URL`,
    );
  }
});

test('an answer without end is left', async () => {
  const block = 'x'.repeat(100_000);
  await using provider = providerTest(() => new Response(`{"results": ["${block.repeat(30)}`));
  expect((await failureOf(provider.search(environments.tavily))).code).toBe('E_SEARCH_FAILED');
});

test('a provider that is not there is told as such, without the key', async () => {
  const gone = await listen(() => {});
  await gone[Symbol.asyncDispose]();
  const env = { TAVILY_API_KEY: key, TAVILY_API_URL: `http://127.0.0.1:${gone.port}` };
  const failure = await failureOf(searchWeb(context(), { query: 'tea' }, { env }));
  expect(failure.code).toBe('E_SEARCH_FAILED');
  expect(failure.message).toContain('nothing listens on this port');
  expect(Bun.inspect(failure)).not.toContain(key);
});

test('a provider that redirects elsewhere is not followed, and the key goes to nobody else', async () => {
  await using thief = await listen((socket) => socket.end(response('200 OK', {}, '{"results": []}')));
  for (const name of ['brave', 'tavily'] as const) {
    await using provider = providerTest(() => Response.redirect(`http://127.0.0.1:${thief.port}/`, 307));
    const failure = await failureOf(provider.search(environments[name]));
    expect(failure.code).toBe('E_SEARCH_FAILED');
    expect(Bun.inspect(failure)).not.toContain(key);
  }
  expect(thief.accepted()).toBe(0);
});

test('a redirect within the provider is followed, with the key', async () => {
  await using provider = providerTest((request) =>
    new URL(request.url).pathname === '/search'
      ? Response.redirect('/search/', 308)
      : Response.json({ results: [] }),
  );
  expect(await provider.search(environments.tavily)).toEqual({ provider: 'tavily', results: [] });
  expect(provider.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    `Bearer ${key}`,
    `Bearer ${key}`,
  ]);
});

test('a slow provider ends with the call', async () => {
  const began = Promise.withResolvers<void>();
  await using server = await listen(() => began.resolve());
  const controller = new AbortController();
  const env = { SEARXNG_URL: `http://127.0.0.1:${server.port}` };
  const work = searchWeb(context(controller.signal), { query: 'tea' }, { env });
  await began.promise;
  const reason = new Error('cancelled');
  controller.abort(reason);
  expect(await work.catch((thrown: unknown) => thrown)).toBe(reason);
  await server.whenIdle();
});
