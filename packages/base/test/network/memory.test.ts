import { join } from 'node:path';
import type { Socket } from 'node:net';
import { Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
  gzipSync,
} from 'node:zlib';
import { expect, test } from 'bun:test';
import { listen, type Loopback } from './loopback.ts';

const gigabyte = 1024 ** 3;
const block = Buffer.alloc(1024 ** 2);

/** A gigabyte of zeros in little. */
async function bomb(compressor: Transform): Promise<Buffer> {
  const zeros = Readable.from(Array.from({ length: gigabyte / block.byteLength }, () => block));
  const chunks: Buffer[] = [];
  for await (const chunk of zeros.pipe(compressor)) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Writes a gigabyte as fast as it is taken. */
function flood(socket: Socket, frame: (bytes: Buffer) => Buffer): void {
  let left = gigabyte / block.byteLength;
  const framed = frame(block);
  const more = (): void => {
    while (left > 0) {
      left -= 1;
      if (!socket.write(framed)) return void socket.once('drain', more);
    }
    socket.end();
  };
  more();
}

/** What a process of its own says of a fetch from this server. */
async function measured(server: Loopback): Promise<unknown> {
  await using small = await listen((socket) => {
    const body = gzipSync('warm');
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
    socket.end(body);
  });
  const urls = [small, server].map(({ port }) => `http://127.0.0.1:${port}/`);
  const child = Bun.spawn(
    [process.execPath, '--no-install', join(import.meta.dir, 'memory-child.ts'), ...urls],
    {
      env: { BUN_JSC_usePollingTraps: '1' },
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  const printed = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  const result: unknown = JSON.parse(printed);
  return result;
}

const bounded = (result: unknown): void => {
  expect(result).toMatchObject({ kept: 1_048_576, truncated: true });
  expect(result).toHaveProperty('grownMegabytes');
  const grown: unknown = Reflect.get(Object(result), 'grownMegabytes');
  expect(Number(grown)).toBeLessThanOrEqual(64);
};

test('a body of 1 GB is cut, and memory grows by at most 64 MB', async () => {
  await using server = await listen((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${gigabyte}\r\n\r\n`);
    flood(socket, (bytes) => bytes);
  });
  const result = await measured(server);
  bounded(result);
  expect(result).toMatchObject({ size: gigabyte });
});

test('a body of 1 GB without a declared length is cut, and memory grows by at most 64 MB', async () => {
  await using server = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    flood(socket, (bytes) => Buffer.concat([Buffer.from('100000\r\n'), bytes, Buffer.from('\r\n')]));
  });
  bounded(await measured(server));
});

test.each([
  ['gzip', () => createGzip({ level: 1 })],
  ['deflate', () => createDeflate({ level: 1 })],
  ['br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', () => createZstdCompress()],
] as const)(
  'a bomb of 1 GB in %s is cut, and memory grows by at most 64 MB',
  async (encoding, compressor) => {
    const body = await bomb(compressor());
    expect(body.byteLength).toBeLessThan(16 * 1024 ** 2);
    await using server = await listen((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.byteLength}\r\n\r\n`,
      );
      socket.end(body);
    });
    bounded(await measured(server));
  },
);

test('1 GB behind a redirect is not read at all', async () => {
  await using server = await listen((socket, head) => {
    if (!head.startsWith('GET / '))
      return void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2097152\r\n\r\n${'a'.repeat(2_097_152)}`);
    socket.write(`HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: ${gigabyte}\r\n\r\n`);
    flood(socket, (bytes) => bytes);
  });
  bounded(await measured(server));
});
