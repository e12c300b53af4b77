import { expect, test } from 'bun:test';
import { httpTest } from './http-server.ts';

const echo = async (request: Request): Promise<Response> =>
  Response.json({
    method: request.method,
    body: await request.text(),
    type: request.headers.get('content-type'),
    key: request.headers.get('idempotency-key'),
    own: request.headers.get('x-own'),
  });

test.each([
  ['an object as JSON', { a: 1 }, '{"a":1}', 'application/json'],
  ['a list as JSON', [1, 'b'], '[1,"b"]', 'application/json'],
  ['a text as it is', 'a=1&b=2', 'a=1&b=2', 'text/plain; charset=utf-8'],
  ['a number as JSON', 7, '7', 'application/json'],
  ['null as JSON', null, 'null', 'application/json'],
])('post sends %s', async (_title, body, sent, type) => {
  await using web = await httpTest(echo);
  const { output } = await web.call('post', { url: web.url('/'), body });
  expect(output).toMatchObject({ body: { method: 'POST', body: sent, type } });
});

test('post without a body sends none, and headers of the caller win', async () => {
  await using web = await httpTest(echo);
  const none = await web.call('post', { url: web.url('/') });
  expect(none.output).toMatchObject({ body: { body: '', type: null } });
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Own': 'o',
    'Idempotency-Key': 'mine',
  };
  const own = await web.call('post', { url: web.url('/'), body: 'a=1', headers });
  expect(own.output).toMatchObject({ body: { type: headers['Content-Type'], own: 'o', key: 'mine' } });
});

test('POST and PATCH carry the key of the call, other methods none', async () => {
  await using web = await httpTest(echo);
  const keys: unknown[] = [];
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'GET'] as const) {
    const { output } = await web.call('request', { method, url: web.url('/') });
    keys.push(Reflect.get(Object(Reflect.get(Object(output), 'body')), 'key'));
  }
  expect(keys).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
    null,
    null,
    null,
  ]);
  expect(keys[0]).not.toBe(keys[1]);
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'request sends %s',
  async (method) => {
    await using web = await httpTest(echo);
    const { status, output } = await web.call('request', { method, url: web.url('/') });
    expect(status).toBe('ok');
    expect(output).toMatchObject({ status: 200 });
    expect(web.requests.map((request) => request.method)).toEqual([method]);
  },
);
