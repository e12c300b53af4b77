import { expect, test } from 'bun:test';
import { failureOf, fetching, recordingNetwork } from './fetching.ts';
import { listen, response } from './loopback.ts';

const allow = [['127.0.0.1']];

test.each([
  ['a line break in a value', { a: 'b\r\nx: y' }],
  ['a lone line feed', { a: 'b\nx: y' }],
  ['a lone carriage return', { a: 'b\rx: y' }],
  ['NUL in a value', { a: 'b\0' }],
  ['a character beyond Latin', { a: '가' }],
  ['a colon in a name', { 'a:b': 'c' }],
  ['a blank in a name', { 'a b': 'c' }],
  ['a line break in a name', { 'a\r\nb': 'c' }],
  ['an empty name', { '': 'c' }],
  ['Host', { Host: 'example.com' }],
  ['host in lower case', { host: 'example.com' }],
  ['Content-Length', { 'Content-Length': '3' }],
  ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
  ['Connection', { Connection: 'keep-alive' }],
  ['Upgrade', { Upgrade: 'websocket' }],
  ['Expect', { Expect: '100-continue' }],
  ['Proxy-Authorization', { 'Proxy-Authorization': 'x' }],
  ['too much', { a: 'x'.repeat(20_000) }],
])('a header that cannot be sent is refused before a connection: %s', async (_title, headers) => {
  const { network, dials } = recordingNetwork();
  const failure = await failureOf(fetching('http://127.0.0.1/', { allow, network, headers }));
  expect(failure.code).toBe('E_NETWORK_INVALID_REQUEST');
  expect(dials).toEqual([]);
});

test.each(['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nX: y', '', 'PROPFIND'])(
  'the method %p is refused before a connection',
  async (method) => {
    const { network, dials } = recordingNetwork();
    const failure = await failureOf(fetching('http://127.0.0.1/', { allow, network, method }));
    expect(failure.code).toBe('E_NETWORK_INVALID_REQUEST');
    expect(dials).toEqual([]);
  },
);

test('a request says what it is, and nothing about this machine', async () => {
  let head = '';
  await using server = await listen((socket, text) => {
    head = text;
    socket.end(response('200 OK'));
  });
  const url = `http://127.0.0.1:${server.port}/path?a=1&b=%EA%B0%80`;
  await fetching(url, { allow, method: 'post', body: '가', headers: { 'X-One': 'é' } });
  const lines = head.split('\r\n');
  expect(lines[0]).toBe('POST /path?a=1&b=%EA%B0%80 HTTP/1.1');
  expect(lines.slice(1, lines.indexOf('')).toSorted()).toEqual(
    [
      `host: 127.0.0.1:${server.port}`,
      'user-agent: goondan',
      'accept: */*',
      'x-one: é',
      'accept-encoding: gzip, deflate, br, zstd',
      'connection: close',
      'content-length: 3',
    ].toSorted(),
  );
});

test('a body is sent byte for byte', async () => {
  const received: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      received.push(Buffer.from(await request.bytes()).toString('hex'));
      return new Response('ok');
    },
  });
  const body = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
  await fetching(`http://127.0.0.1:${server.port}/`, { allow, method: 'PUT', body });
  expect(received).toEqual([Buffer.from(body).toString('hex')]);
  await server.stop(true);
});
