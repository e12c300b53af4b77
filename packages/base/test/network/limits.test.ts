import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'bun:test';
import { failureOf, fetching, textOf } from './fetching.ts';
import { listen, response } from './loopback.ts';

const allow = [['127.0.0.1']];
const head = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;

test('a body is cut at maxBytes, with its whole size where the server declares it', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'a'.repeat(100_000))));
  const url = `http://127.0.0.1:${server.port}/`;
  const cut = await fetching(url, { allow, maxBytes: 1000 });
  expect([cut.body.byteLength, cut.size, cut.truncated]).toEqual([1000, 100_000, true]);
  const whole = await fetching(url, { allow, maxBytes: 100_000 });
  expect([whole.body.byteLength, whole.size, whole.truncated]).toEqual([100_000, 100_000, false]);
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['GZIP', gzipSync],
] as const)('%s is decompressed, and counted after that', async (encoding, compress) => {
  const body = compress(Buffer.from('가나다'.repeat(10_000)));
  await using server = await listen((socket) => {
    socket.write(head(`Content-Encoding: ${encoding}\r\nContent-Length: ${body.byteLength}`));
    socket.end(body);
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const whole = await fetching(url, { allow, maxBytes: 200_000 });
  expect(textOf(whole)).toBe('가나다'.repeat(10_000));
  expect([whole.size, whole.truncated]).toEqual([90_000, false]);
  expect(whole.headers).not.toHaveProperty('content-encoding');
  const cut = await fetching(url, { allow, maxBytes: 900 });
  expect(cut.body.byteLength).toBe(900);
  expect(cut.truncated).toBe(true);
  expect(cut.size).toBeGreaterThan(900);
});

test('an encoding that nobody knows is left as it came, and so is its header', async () => {
  await using server = await listen((socket) =>
    socket.end(response('200 OK', { 'content-encoding': 'rot13' }, 'uryyb')),
  );
  const answer = await fetching(`http://127.0.0.1:${server.port}/`, { allow });
  expect([textOf(answer), answer.headers['content-encoding']]).toEqual(['uryyb', 'rot13']);
});

test.each([
  ['not compressed at all', 'gzip', Buffer.from('plain text that is no gzip')],
  ['cut off', 'gzip', gzipSync('x'.repeat(1000)).subarray(0, 15)],
  ['broken brotli', 'br', Buffer.from('plain text that is no brotli')],
  ['broken zstd', 'zstd', Buffer.from('plain text that is no zstd')],
])('a body that is not what its encoding says is a bad response: %s', async (_title, encoding, body) => {
  await using server = await listen((socket) => {
    socket.write(head(`Content-Encoding: ${encoding}\r\nContent-Length: ${body.byteLength}`));
    socket.end(body);
  });
  expect(await failureOf(fetching(`http://127.0.0.1:${server.port}/`, { allow }))).toMatchObject({
    code: 'E_NETWORK_BAD_RESPONSE',
  });
  await server.whenIdle();
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9\r\n', 'E_NETWORK_BAD_RESPONSE'],
  [
    'both lengths',
    head('Content-Length: 3\r\nTransfer-Encoding: chunked') + '5\r\nhello\r\n0\r\n\r\n',
    'E_NETWORK_BAD_RESPONSE',
  ],
  [
    'headers without end',
    `HTTP/1.1 200 OK\r\n${'X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(20_000)}`,
    'E_NETWORK_BAD_RESPONSE',
  ],
  ['a header without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_000_000)}`, 'E_NETWORK_BAD_RESPONSE'],
  [
    'another protocol on demand',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'E_NETWORK_BAD_RESPONSE',
  ],
  ['interim answers without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000), 'E_NETWORK_BAD_RESPONSE'],
  ['a chunk that is no number', head('Transfer-Encoding: chunked') + 'zz\r\n', 'E_NETWORK_BAD_RESPONSE'],
  ['less than declared', head('Content-Length: 10') + 'abc', 'E_NETWORK_CONNECTION'],
  ['nothing', '', 'E_NETWORK_CONNECTION'],
  ['half a status line', 'HTTP/1.1 2', 'E_NETWORK_'],
])('a server that breaks the protocol is told as such: %s', async (_title, sent, code) => {
  await using server = await listen((socket) => socket.end(sent));
  const failure = await failureOf(fetching(`http://127.0.0.1:${server.port}/`, { allow }));
  expect(failure.code).toStartWith(code);
  await server.whenIdle();
});

test.each([
  ['within the body', head('Content-Length: 100') + 'abc'],
  ['within a compressed body', head('Content-Length: 100\r\nContent-Encoding: gzip') + '\x1f\x8b\x08\x00'],
])('an answer that falls silent is left after the idle time: %s', async (_title, sent) => {
  await using server = await listen((socket) => void socket.write(sent, 'latin1'));
  const failure = await failureOf(fetching(`http://127.0.0.1:${server.port}/`, { allow, idleMs: 100 }));
  expect(failure).toMatchObject({ code: 'E_NETWORK_TIMEOUT', message: 'Nothing came for 100 ms.' });
  await server.whenIdle();
});

test.each([
  ['before the head', ''],
  ['within the head', 'HTTP/1.1 200 OK\r\nX: '],
])('a server that does not answer is left after the whole time: %s', async (_title, sent) => {
  await using server = await listen((socket) => void socket.write(sent, 'latin1'));
  const failure = await failureOf(
    fetching(`http://127.0.0.1:${server.port}/`, { allow, timeoutMs: 150, idleMs: 50 }),
  );
  expect(failure).toMatchObject({
    code: 'E_NETWORK_TIMEOUT',
    message: 'There was no whole answer within 150 ms.',
  });
  await server.whenIdle();
});

test('a server that drips is left after the whole time', async () => {
  await using server = await listen((socket) => {
    socket.write(head('Transfer-Encoding: chunked'));
    const timer = setInterval(() => socket.write('1\r\na\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const failure = await failureOf(
    fetching(`http://127.0.0.1:${server.port}/`, { allow, timeoutMs: 300, idleMs: 200 }),
  );
  expect(failure).toMatchObject({
    code: 'E_NETWORK_TIMEOUT',
    message: 'There was no whole answer within 300 ms.',
  });
  await server.whenIdle();
});

test('TIME-2: an abort ends the connection at once, with its own reason', async () => {
  const began = Promise.withResolvers<void>();
  await using server = await listen((socket) => {
    socket.write(head('Content-Length: 100') + 'abc');
    began.resolve();
  });
  const controller = new AbortController();
  const work = fetching(`http://127.0.0.1:${server.port}/`, { allow, signal: controller.signal });
  await began.promise;
  const reason = new Error('the call was cancelled');
  controller.abort(reason);
  expect(await work.catch((thrown: unknown) => thrown)).toBe(reason);
  await server.whenIdle();
});

test('a call that is aborted before it begins dials nothing', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK')));
  const signal = AbortSignal.abort(new Error('too late'));
  for (const host of ['localhost', '127.0.0.1', 'nobody.invalid']) {
    const work = fetching(`http://${host}:${server.port}/`, { allow: [['localhost', '127.0.0.1']], signal });
    expect(await work.catch((thrown: unknown) => thrown)).toBe(signal.reason);
  }
  expect(server.accepted()).toBe(0);
});

test('a name server that does not answer is left after the whole time', async () => {
  const network = {
    resolve: () => new Promise<never>(() => {}),
    connect: () => {
      throw new Error('dialled');
    },
  };
  const failure = await failureOf(fetching('http://slow.test/', { network, timeoutMs: 100 }));
  expect(failure.code).toBe('E_NETWORK_TIMEOUT');
});

test('4xx and 5xx are answers, and an answer without a body is one too', async () => {
  for (const [status, code] of [
    ['404 Not Found', 404],
    ['500 Oops', 500],
    ['204 No Content', 204],
    ['304 Not Modified', 304],
  ] as const) {
    await using server = await listen((socket) =>
      socket.end(`HTTP/1.1 ${status}\r\nX-A: b\r\nX-A: c\r\nConnection: close\r\n\r\n`),
    );
    const answer = await fetching(`http://127.0.0.1:${server.port}/`, { allow });
    expect([answer.status, answer.body.byteLength, answer.headers['x-a']]).toEqual([code, 0, 'b, c']);
  }
});
