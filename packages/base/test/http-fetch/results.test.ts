import { expect, test } from 'bun:test';
import { httpTest } from './http-server.ts';

/** The output of a `get` of what `answer` gives. */
async function got(answer: () => Response, args: Readonly<Record<string, string | number>> = {}) {
  await using web = await httpTest(answer);
  const { status, output, error } = await web.call('get', { url: web.url('/page'), ...args });
  expect(error).toBeUndefined();
  expect(status).toBe('ok');
  return { url: web.url('/page'), output };
}

const typed = (body: string | Uint8Array<ArrayBuffer>, type: string, init: ResponseInit = {}): Response =>
  new Response(body, { ...init, headers: { 'content-type': type } });

test('JSON comes as a value', async () => {
  const { url, output } = await got(() => Response.json({ a: [1, '가'], b: null }));
  expect(output).toMatchObject({
    url,
    status: 200,
    ok: true,
    contentType: 'application/json',
    body: { a: [1, '가'], b: null },
    binary: false,
    truncated: false,
  });
});

test('JSON that is none, or is cut, comes as text; raw never parses', async () => {
  expect((await got(() => typed('{"a":', 'application/json'))).output).toMatchObject({ body: '{"a":' });
  expect(
    (await got(() => typed('[1,2,3,4]', 'application/problem+json'), { maxBytes: 4 })).output,
  ).toMatchObject({
    body: '[1,2',
    truncated: true,
    size: 9,
    bytesRead: 4,
  });
  expect((await got(() => Response.json([1]), { as: 'raw' })).output).toMatchObject({ body: '[1]' });
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  expect((await got(() => typed(deep, 'application/json'))).output).toMatchObject({ body: deep });
});

test('HTML comes as Markdown with its title and whole links, raw as it came', async () => {
  const html = '<html><head><title>T</title></head><body><h1>H</h1><a href="/x">x</a></body></html>';
  const page = await got(() => typed(html, 'text/html'));
  expect(page.output).toMatchObject({ title: 'T', body: `# H\n\n[x](${new URL('/x', page.url).href})` });
  expect((await got(() => typed(html, 'text/html'), { as: 'raw' })).output).toMatchObject({ body: html });
});

test('text comes as it is', async () => {
  expect((await got(() => typed('a\nb', 'text/plain'))).output).toMatchObject({
    body: 'a\nb',
    contentType: 'text/plain',
  });
  expect((await got(() => typed('<a>1</a>', 'application/xml'))).output).toMatchObject({ body: '<a>1</a>' });
});

const eucKr = new Uint8Array([0xb0, 0xa1, 0xb3, 0xaa, 0xb4, 0xd9]);
const bytes = (...parts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

test.each([
  ['by the header', () => typed(bytes('<p>', eucKr), 'text/html; charset=euc-kr')],
  ['by the header, in quotes', () => typed(bytes('<p>', eucKr), 'text/html; charset="EUC-KR"')],
  ['by the name that Windows uses', () => typed(bytes('<p>', eucKr), 'text/html; charset=cp949')],
  ['by meta charset', () => typed(bytes('<meta charset="euc-kr"><p>', eucKr), 'text/html')],
  [
    'by meta http-equiv',
    () =>
      typed(
        bytes('<meta http-equiv=Content-Type content="text/html; charset=euc-kr"><p>', eucKr),
        'text/html',
      ),
  ],
  [
    'by a byte order mark',
    () => typed(bytes(new Uint8Array([0xef, 0xbb, 0xbf]), '<p>가나다'), 'text/html; charset=euc-kr'),
  ],
  [
    'as UTF-16',
    () => typed(bytes(new Uint8Array([0xff, 0xfe]), Buffer.from('<p>가나다', 'utf16le')), 'text/html'),
  ],
  ['as UTF-8 where nothing is said', () => typed('<p>가나다', 'text/html')],
  ['by its letters where nothing is said', () => typed(bytes('<p>', eucKr), 'text/html')],
])('Korean pages are read right: %s', async (_title, answer) => {
  expect((await got(answer)).output).toMatchObject({ body: '가나다', binary: false });
});

test('a text that is cut inside a character ends before it', async () => {
  const { output } = await got(() => typed('가나다', 'text/plain; charset=utf-8'), { maxBytes: 7 });
  expect(output).toMatchObject({ body: '가나', truncated: true, bytesRead: 7, size: 9 });
});

test.each([
  ['a picture', 'image/png', bytes(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))],
  ['a PDF', 'application/pdf', bytes('%PDF-1.7 text inside')],
  ['unknown bytes', 'application/octet-stream', bytes(new Uint8Array([1, 2, 3, 0, 255]))],
  ['a lie', 'text/html', bytes(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))],
  ['no type at all', '', bytes(new Uint8Array([0, 1, 2, 3]))],
])('binary data is told apart and not shown: %s', async (_title, type, body) => {
  const answer = (): Response => new Response(body, type === '' ? {} : { headers: { 'content-type': type } });
  expect((await got(answer)).output).toMatchObject({ body: null, binary: true, bytesRead: body.byteLength });
});

test('4xx and 5xx are results', async () => {
  for (const status of [400, 401, 403, 404, 429, 500, 503]) {
    const { output } = await got(() => Response.json({ problem: true }, { status }));
    expect(output).toMatchObject({ status, ok: false, body: { problem: true } });
  }
});

test('an answer without a body has none', async () => {
  expect((await got(() => new Response(null, { status: 204 }))).output).toMatchObject({
    status: 204,
    body: null,
    binary: false,
    size: 0,
  });
});

test('headers that say something are shown, cookies are not', async () => {
  const headers = {
    'set-cookie': 'session=secret',
    'retry-after': '7',
    'x-ratelimit-remaining': '3',
    'x-other': 'o',
  };
  const { output } = await got(() => new Response('', { headers }));
  expect(output).toMatchObject({ headers: { 'retry-after': '7', 'x-ratelimit-remaining': '3' } });
  expect(JSON.stringify(output)).not.toMatch(/secret|x-other/);
});

test('redirects are followed, and the answer says where it came from', async () => {
  await using web = await httpTest((request) =>
    request.url.endsWith('/old') ? Response.redirect('/new', 302) : new Response('moved here'),
  );
  const { output } = await web.call('get', { url: web.url('/old') });
  expect(output).toMatchObject({ url: web.url('/new'), body: 'moved here' });
});
