import { expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { callerOf } from '../module-caller.ts';
import { listen } from '../network/loopback.ts';
import { httpTest } from './http-server.ts';

const call = await callerOf('http-fetch');

test.each([
  ['get', {}],
  ['get', { url: 7 }],
  ['get', { url: '' }],
  ['get', { url: 'x'.repeat(9000) }],
  ['get', { url: 'https://example.com', body: 'x' }],
  ['get', { url: 'https://example.com', headers: 'x' }],
  ['get', { url: 'https://example.com', headers: { a: 1 } }],
  ['get', { url: 'https://example.com', as: 'pdf' }],
  ['get', { url: 'https://example.com', maxBytes: 0 }],
  ['get', { url: 'https://example.com', maxBytes: 1e12 }],
  ['get', { url: 'https://example.com', timeoutMs: 3_600_000 }],
  ['post', { body: {} }],
  ['request', { url: 'https://example.com' }],
  ['request', { url: 'https://example.com', method: 'CONNECT' }],
  ['request', { url: 'https://example.com', method: 'get' }],
] satisfies [string, JsonObject][])(
  '%s with arguments that do not fit is not started: %j',
  async (name, args) => {
    const { status, error } = await call(name, args);
    expect(status).toBe('error');
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.suggestion).not.toBe('');
  },
);

test.each([
  ['file:///etc/passwd', 'E_NETWORK_INVALID_URL', 'Only http: and https: can be fetched.'],
  ['example.com', 'E_NETWORK_INVALID_URL', 'Give scheme and host, such as https://example.com/page.'],
  ['https://user:secret@example.com/', 'E_NETWORK_INVALID_URL', 'send an Authorization header'],
  ['http://127.0.0.1:8080/', 'E_NETWORK_REFUSED', 'policy.permissions.network.allow: ["127.0.0.1:8080"]'],
  ['http://169.254.169.254/', 'E_NETWORK_REFUSED', 'policy.permissions.network.allow'],
  ['http://[::1]:8080/', 'E_NETWORK_REFUSED', '["[::1]:8080"]'],
])('POL-5: %s is refused with a code and what to do', async (url, code, suggestion) => {
  for (const name of ['get', 'post']) {
    const { status, error } = await call(name, { url });
    expect(status).toBe('error');
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toContain(suggestion);
    expect(JSON.stringify(error)).not.toContain('secret');
  }
});

test('what the refusal suggests to allow is enough', async () => {
  await using web = await httpTest(() => new Response('reached'));
  const url = web.url('/');
  const refused = await call('get', { url });
  const [, allowed = ''] = /allow: \["([^"]+)"\]/.exec(refused.error?.suggestion ?? '') ?? [];
  const policy = { permissions: { network: { allow: [allowed] } } };
  const trusted = await callerOf('http-fetch', { policy });
  expect((await trusted('get', { url })).output).toMatchObject({ body: 'reached' });
});

test('headers that cannot be sent are refused', async () => {
  for (const headers of [{ Host: 'a' }, { 'a b': 'c' }, { a: 'b\r\nc: d' }]) {
    const { error } = await call('get', { url: 'http://127.0.0.1/', headers });
    expect(error).toMatchObject({ code: 'E_NETWORK_INVALID_REQUEST' });
  }
});

test('TIME-1: a cancelled call closes its connection', async () => {
  const began = Promise.withResolvers<void>();
  await using server = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc');
    began.resolve();
  });
  const policy = { permissions: { network: { allow: ['127.0.0.1'] } } };
  const trusted = await callerOf('http-fetch', { policy });
  const controller = new AbortController();
  const work = trusted('get', { url: `http://127.0.0.1:${server.port}/` }, controller.signal);
  await began.promise;
  controller.abort();
  expect((await work).error).toMatchObject({ code: 'E_TOOL_CANCELLED' });
  await server.whenIdle();
});

test('a server that does not answer ends with the time the model gave', async () => {
  await using server = await listen(() => {});
  const policy = { permissions: { network: { allow: ['127.0.0.1'] } } };
  const trusted = await callerOf('http-fetch', { policy });
  const { error } = await trusted('get', { url: `http://127.0.0.1:${server.port}/`, timeoutMs: 150 });
  expect(error).toMatchObject({ code: 'E_NETWORK_TIMEOUT' });
});
