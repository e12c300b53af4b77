import { expect, test } from 'bun:test';
import { chooseProvider } from '../../tools/web-search/choose-provider.ts';
import { callerOf } from '../module-caller.ts';
import { answers } from './answers.ts';
import { failureOf, key, providerTest } from './provider-server.ts';

const choose = async (env: Readonly<Record<string, string>>) => chooseProvider(env);

test('without a provider the failure says how to set one up', async () => {
  for (const env of [{}, { SEARXNG_URL: ' ' }, { BRAVE_API_KEY: '' }, { BRAVE_API_URL: 'http://x.test' }]) {
    const failure = await failureOf(choose(env));
    expect(failure.code).toBe('E_SEARCH_UNCONFIGURED');
    for (const name of ['SEARXNG_URL', 'BRAVE_API_KEY', 'TAVILY_API_KEY'])
      expect(failure.suggestion).toContain(name);
  }
});

test('the first that is set up is asked, unless one is chosen', async () => {
  const all = { SEARXNG_URL: 'http://searx.test', BRAVE_API_KEY: key, TAVILY_API_KEY: key };
  const chosen = async (env: Readonly<Record<string, string>>) => (await choose(env)).provider.name;
  expect(await chosen(all)).toBe('searxng');
  expect(await chosen({ ...all, SEARXNG_URL: '' })).toBe('brave');
  expect(await chosen({ TAVILY_API_KEY: key })).toBe('tavily');
  expect(await chosen({ ...all, WEB_SEARCH_PROVIDER: 'Tavily' })).toBe('tavily');
  expect(await chosen({ ...all, WEB_SEARCH_PROVIDER: '' })).toBe('searxng');
});

test('providers have their own addresses where none is set', async () => {
  expect((await choose({ BRAVE_API_KEY: key })).access.base.href).toBe('https://api.search.brave.com/');
  expect((await choose({ TAVILY_API_KEY: key })).access.base.href).toBe('https://api.tavily.com/');
});

test.each([
  ['an unknown provider', { WEB_SEARCH_PROVIDER: 'altavista', BRAVE_API_KEY: key }, 'searxng, brave, tavily'],
  ['a provider without its key', { WEB_SEARCH_PROVIDER: 'brave', TAVILY_API_KEY: key }, 'BRAVE_API_KEY'],
  ['an address without a scheme', { SEARXNG_URL: 'search.example.com' }, 'SEARXNG_URL'],
  ['a file as address', { SEARXNG_URL: 'file:///etc/passwd' }, 'SEARXNG_URL'],
  ['a password in an address', { SEARXNG_URL: `http://user:${key}@search.example.com` }, 'SEARXNG_URL'],
  ['a broken address', { TAVILY_API_KEY: key, TAVILY_API_URL: 'http://' }, 'TAVILY_API_URL'],
])('what is set up wrongly is told as such: %s', async (_title, env, suggestion) => {
  const failure = await failureOf(choose(env));
  expect(failure.code).toBe('E_SEARCH_UNCONFIGURED');
  expect(failure.suggestion).toContain(suggestion);
  expect(Bun.inspect(failure)).not.toContain(key);
});

test('the tool asks the provider of its environment, which may be private, and refuses what does not fit', async () => {
  await using provider = providerTest(() => Response.json(answers.searxng));
  const call = await callerOf('web-search');
  const before = process.env['SEARXNG_URL'];
  process.env['SEARXNG_URL'] = provider.url;
  try {
    const { status, output } = await call('search', { query: 'tea', count: 1 });
    expect(status).toBe('ok');
    expect(output).toMatchObject({ provider: 'searxng', results: [{ url: 'https://example.com/tea' }] });
  } finally {
    if (before === undefined) delete process.env['SEARXNG_URL'];
    else process.env['SEARXNG_URL'] = before;
  }
  for (const args of [
    {},
    { query: '' },
    { query: '  ' },
    { query: 7 },
    { query: 'a', count: 0 },
    { query: 'a', count: 21 },
    { query: 'a', freshness: 'week' },
    { query: 'a'.repeat(401) },
    { query: 'a', page: 2 },
  ]) {
    const { error } = await call('search', args);
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
  }
});
