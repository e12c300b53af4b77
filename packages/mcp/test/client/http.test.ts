import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { startHost } from './extension-host.ts';
import { httpServer } from './http-server.ts';
import { resettingProxy } from './resetting-proxy.ts';
import { proxiedServer } from './proxied-server.ts';

test('2026-07-28: tools of a server from npm through mcp-proxy, by HTTP in the new family', async () => {
  await using proxy = await proxiedServer('everything');
  await using host = await startHost({ all: { url: proxy.url } });
  expect(await host.call('all__echo', { message: 'hi' })).toMatchObject({ status: 'ok', output: 'Echo: hi' });
  expect(await host.call('all__get-sum', { a: 2, b: 3 })).toMatchObject({ status: 'ok' });
});

test('a session that the server has forgotten is opened anew, and the call is sent once more', async () => {
  using server = httpServer();
  await using host = await startHost({ one: { url: server.url } });
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
  server.forget();
  const results = await Promise.all([host.call('one__ok'), host.call('one__ok'), host.call('one__ok')]);
  expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  expect(server.asked.get('initialize')).toBe(2);
});

test('a server that is not there is E_MCP_UNAVAILABLE; once it is back its tools work', async () => {
  const server = httpServer();
  const host = await startHost({ one: { url: server.url } });
  server[Symbol.dispose]();
  expect(await host.call('one__ok')).toMatchObject({ status: 'error', error: { code: 'E_MCP_UNAVAILABLE' } });
  await host[Symbol.asyncDispose]();
});

test('a connection that is closed while a server is opened is made anew, once', async () => {
  using server = httpServer();
  using resetting = resettingProxy(Number(new URL(server.url).port), '"initialize"');
  await using host = await startHost({ one: { url: resetting.url } });
  expect(host.names()).toEqual(['one__ok']);
  expect(resetting.resets()).toBe(1);
});

test('a token as it is goes with every request, and is read from a variable', async () => {
  using server = httpServer();
  server.expect('from-the-environment');
  process.env['GOONDAN_TEST_BEARER'] = 'from-the-environment';
  const auth = { type: 'bearer', token: { valueFrom: { env: 'GOONDAN_TEST_BEARER' } } };
  await using host = await startHost({ one: { url: server.url, auth } });
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
});

test('OAuth by client credentials: tokens are kept by issuer, in a file only the user can read', async () => {
  using server = httpServer();
  server.expect('none yet');
  const auth = { type: 'client-credentials', clientId: 'us', clientSecret: 'secret' };
  await using host = await startHost({ one: { url: server.url, auth } });
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
  const folder = join(host.folder, 'extensions', 'mcp', 'credentials');
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const kept: unknown = await Bun.file(join(folder, file)).json();
  expect(kept).toMatchObject({
    issuers: { [new URL(server.url).origin]: { tokens: { access_token: 'token-1' } } },
  });
});

test('OAuth: however many calls find the token expired, it is refreshed once', async () => {
  using server = httpServer();
  server.expect('none yet');
  const auth = { type: 'client-credentials', clientId: 'us', clientSecret: 'secret' };
  await using host = await startHost({ one: { url: server.url, auth } });
  expect(await host.call('one__ok')).toMatchObject({ status: 'ok' });
  server.expect('expired meanwhile');
  const before = server.refreshed.length;
  const results = await Promise.all(Array.from({ length: 10 }, () => host.call('one__ok')));
  expect(results.every(({ status }) => status === 'ok')).toBe(true);
  expect(server.refreshed.length - before).toBe(1);
});

test('OAuth: where nobody can log in, the server costs its own tools alone and says so', async () => {
  using server = httpServer();
  server.expect('none yet');
  await using host = await startHost({ one: { url: server.url, auth: { type: 'oauth', clientId: 'us' } } });
  expect(host.names()).toEqual([]);
  expect(host.lines.join('\n')).toContain('wants an authorization');
  expect(readdirSync(join(host.folder, 'extensions', 'mcp', 'pins'))).toEqual([]);
});
