import { expect, test } from 'bun:test';
import { failureOf, fetching, recordingNetwork, textOf } from './fetching.ts';
import { listen, response } from './loopback.ts';

const allow = [['127.0.0.1', 'localhost']];

/** Headers of a request by name in lower case, and what comes before and after them. */
function parse(text: string): { line: string; headers: Record<string, string>; body: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)]),
  );
  return { line, headers, body };
}

test.each([
  ['301 Moved', 'POST', 'GET', ''],
  ['302 Found', 'POST', 'GET', ''],
  ['303 See Other', 'POST', 'GET', ''],
  ['303 See Other', 'PUT', 'GET', ''],
  ['303 See Other', 'HEAD', 'HEAD', 'data'],
  ['307 Temporary', 'POST', 'POST', 'data'],
  ['308 Permanent', 'POST', 'POST', 'data'],
  ['301 Moved', 'PUT', 'PUT', 'data'],
  ['302 Found', 'DELETE', 'DELETE', 'data'],
])('%s after %s goes on as %s', async (status, method, next, body) => {
  const heads: string[] = [];
  await using server = await listen((socket, head) => {
    heads.push(head);
    socket.end(heads.length === 1 ? response(status, { location: '/next' }) : response('200 OK'));
  });
  const answer = await fetching(`http://127.0.0.1:${server.port}/first`, {
    allow,
    method,
    body: 'data',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.url).toBe(`http://127.0.0.1:${server.port}/next`);
  const second = parse(heads[1] ?? '');
  expect(second.line).toBe(`${next} /next HTTP/1.1`);
  expect(second.body).toBe(body);
  expect(second.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
});

test('to another origin only harmless headers go along; to the same one all do', async () => {
  const heads: string[] = [];
  await using other = await listen((socket, head) => {
    heads.push(head);
    socket.end(response('200 OK'));
  });
  await using first = await listen((socket, head) => {
    heads.push(head);
    const location = heads.length === 1 ? '/again' : `http://127.0.0.1:${other.port}/`;
    socket.end(response('307 Temporary', { location }));
  });
  const secret = { authorization: 'Bearer k', cookie: 'a=b', 'x-api-key': 'k', 'idempotency-key': 'i' };
  await fetching(`http://127.0.0.1:${first.port}/`, { allow, headers: { ...secret, accept: 'text/html' } });
  const [, again, elsewhere] = heads.map((head) => parse(head).headers);
  expect(again).toMatchObject({ ...secret, accept: 'text/html' });
  expect(elsewhere).toMatchObject({ accept: 'text/html' });
  for (const name of Object.keys(secret)) expect(elsewhere).not.toHaveProperty(name);
});

test('another name of the same server is another origin', async () => {
  const heads: string[] = [];
  await using server = await listen((socket, head) => {
    heads.push(head);
    const location = `http://localhost:${server.port}/`;
    socket.end(heads.length === 1 ? response('302 Found', { location }) : response('200 OK'));
  });
  await fetching(`http://127.0.0.1:${server.port}/`, { allow, headers: { authorization: 'x' } });
  expect(parse(heads[1] ?? '').headers).not.toHaveProperty('authorization');
});

test('a caller who holds a key can have redirects to other origins refused', async () => {
  await using other = await listen((socket) => socket.end(response('200 OK')));
  await using first = await listen((socket) =>
    socket.end(response('307 Temporary', { location: `http://127.0.0.1:${other.port}/` })),
  );
  const failure = await failureOf(
    fetching(`http://127.0.0.1:${first.port}/`, { allow, redirect: 'same-origin' }),
  );
  expect(failure.code).toBe('E_NETWORK_REDIRECT');
  expect(other.accepted()).toBe(0);
});

test('redirects end after five', async () => {
  await using server = await listen((socket) => socket.end(response('302 Found', { location: '/' })));
  const failure = await failureOf(fetching(`http://127.0.0.1:${server.port}/`, { allow }));
  expect(failure).toMatchObject({ code: 'E_NETWORK_REDIRECT', message: 'There were more than 5 redirects.' });
  expect(server.accepted()).toBe(6);
});

test('POL-5: a chain of redirects from a public page to a private one stops before it', async () => {
  await using victim = await listen((socket) => socket.end(response('200 OK', {}, 'secret')));
  await using page = await listen((socket, head) => {
    const step = Number(/GET \/(\d)/.exec(head)?.[1] ?? 0);
    const location = step < 3 ? `/${step + 1}` : `http://[::ffff:127.0.0.1]:${victim.port}/`;
    socket.end(response('302 Found', { location }));
  });
  const failure = await failureOf(
    fetching(`http://127.0.0.1:${page.port}/0`, { allow: [[`127.0.0.1:${page.port}`]] }),
  );
  expect(failure.code).toBe('E_NETWORK_REFUSED');
  expect(page.accepted()).toBe(4);
  expect(victim.accepted()).toBe(0);
});

test('a redirect without a place is an answer', async () => {
  await using server = await listen((socket) => socket.end(response('302 Found', {}, 'nowhere')));
  const answer = await fetching(`http://127.0.0.1:${server.port}/`, { allow });
  expect(answer.status).toBe(302);
  expect(textOf(answer)).toBe('nowhere');
});

test('a redirect to what is no address is refused', async () => {
  for (const location of ['http://', 'http://a b/', '//', 'http://%/']) {
    await using server = await listen((socket) => socket.end(response('302 Found', { location })));
    const { network, dials } = recordingNetwork();
    const failure = await failureOf(fetching(`http://127.0.0.1:${server.port}/`, { allow, network }));
    expect(failure.code).toMatch(/^E_NETWORK_(REDIRECT|INVALID_URL)$/);
    expect(dials).toHaveLength(1);
  }
});

test('a redirect is read as it is meant: UTF-8, blanks, and a path of its own', async () => {
  const lines: string[] = [];
  await using server = await listen((socket, head) => {
    lines.push(head.split(' ')[1] ?? '');
    if (lines.length > 1) return void socket.end(response('200 OK'));
    socket.end(Buffer.from(response('302 Found', { location: `http://127.0.0.1:${server.port}/가 나` })));
  });
  await fetching(`http://127.0.0.1:${server.port}/`, { allow });
  expect(lines).toEqual(['/', '/%EA%B0%80%20%EB%82%98']);
});
