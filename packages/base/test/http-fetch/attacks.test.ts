import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'bun:test';
import { callerOf } from '../module-caller.ts';
import { hostileUrls } from '../network/hostile-urls.ts';
import { listen, response } from '../network/loopback.ts';

/** Only what could reach this machine and nothing else, should a check fail. */
const farAway =
  /^(?:name|below|localhost of|10\/|172|192|metadata|carrier|broadcast|reserved|benchmark|documentation|6to4|NAT64|local NAT64|Teredo|unique|link|site|v6 (?!loop)|v4 |v4-trans|ORCHID|this network|a very long host)/;

test('POL-5: every spelling of this machine is refused by the tool itself, and nobody is reached', async () => {
  await using four = await listen((socket) => socket.end(response('200 OK', {}, 'reached')));
  await using six = await listen((socket) => socket.end(response('200 OK', {}, 'reached')), {
    host: '::1',
    port: four.port,
  });
  const call = await callerOf('http-fetch');
  const near = hostileUrls(four.port).filter(([title]) => !farAway.test(title));
  expect(near.length).toBeGreaterThanOrEqual(80);
  for (const [title, url] of near) {
    const { status, error } = await call('get', { url });
    expect([title, status]).toEqual([title, 'error']);
    expect(error?.code).toMatch(/^E_(NETWORK_(INVALID_URL|REFUSED|NAME)|TOOL_INVALID_ARGS)$/);
  }
  expect([four.accepted(), six.accepted()]).toEqual([0, 0]);
});

test.each([
  ['paragraphs', 'text/html', '<p>a</p>'],
  ['line breaks', 'text/html', '<br>'],
  ['nesting', 'text/html', '<div>'],
  ['JSON', 'application/json', '[{"a":1},'],
  ['text', 'text/plain', 'lorem ipsum '],
])(
  'a bomb of %s grows memory by at most 64 MB, and the call ends with a result',
  async (_title, type, piece) => {
    const body = gzipSync(piece.repeat(Math.ceil((32 * 1024 ** 2) / piece.length)), { level: 1 });
    const headers = `Content-Type: ${type}\r\nContent-Encoding: gzip\r\nContent-Length: ${body.byteLength}`;
    await using server = await listen((socket, head) => {
      if (head.startsWith('GET /small'))
        return void socket.end(response('200 OK', { 'content-type': 'text/html' }, '<p>small</p>'));
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`);
      socket.end(body);
    });
    const workdir = await mkdtemp(join(tmpdir(), 'goondan-fetch-'));
    try {
      const urls = ['small', 'bomb'].map((path) => `http://127.0.0.1:${server.port}/${path}`);
      const script = join(import.meta.dir, 'fetch-child.ts');
      const child = Bun.spawn([process.execPath, '--no-install', script, ...urls, workdir], {
        env: { BUN_JSC_usePollingTraps: '1' },
        stdout: 'pipe',
        stderr: 'inherit',
      });
      const printed: unknown = JSON.parse(await new Response(child.stdout).text());
      expect(printed).toMatchObject({ status: 'ok' });
      expect(Number(Reflect.get(Object(printed), 'grownMegabytes'))).toBeLessThanOrEqual(64);
    } finally {
      await rm(workdir, { recursive: true });
    }
  },
);
