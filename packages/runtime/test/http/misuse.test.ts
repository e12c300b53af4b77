import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { served, type ServedSwarm } from './a-server.ts';

let host: ServedSwarm;
let end: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  const ready = Promise.withResolvers<void>();
  ended = served(async (one) => {
    host = one;
    const done = Promise.withResolvers<void>();
    end = done.resolve;
    ready.resolve();
    await done.promise;
  });
  await ready.promise;
});

afterAll(async () => {
  end();
  await ended;
});

/** Sends bytes as they are and gives back all that is answered before the connection closes. */
async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(host.server.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });
}

function head(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
}

const events = '/agents/hello/misuse/events';
const deep = `{"input":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

interface Misuse {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}

const request = { status: 400, code: 'E_HTTP_REQUEST' };
const route = { status: 404, code: 'E_HTTP_ROUTE' };
const method = { status: 405, code: 'E_HTTP_ROUTE' };
const denied = { status: 401, code: 'E_HTTP_UNAUTHORIZED' };
const foreign = { status: 403, code: 'E_HTTP_FORBIDDEN' };

const cases: readonly Misuse[] = [
  { what: 'no token', path: '/agents', headers: { authorization: '' }, ...denied },
  { what: 'another token', path: '/agents', headers: { authorization: 'Bearer other' }, ...denied },
  { what: 'another scheme', path: '/agents', headers: { authorization: 'Basic b3RoZXI=' }, ...denied },
  { what: 'a scheme alone', path: '/agents', headers: { authorization: 'Bearer' }, ...denied },
  { what: 'the token in the query', path: '/agents?token=TOKEN', headers: { authorization: '' }, ...denied },
  { what: 'another token in the query', path: '/events?token=x', headers: { authorization: '' }, ...denied },
  { what: 'an unknown path without token', path: '/nope', headers: { authorization: '' }, ...denied },
  {
    what: 'health with another method',
    path: '/health',
    method: 'POST',
    headers: { authorization: '' },
    ...denied,
  },
  {
    what: 'a page of another site',
    path: '/agents',
    headers: { origin: 'https://evil.example' },
    ...foreign,
  },
  {
    what: 'a page of a look-alike',
    path: '/agents',
    headers: { origin: 'http://127.0.0.1.evil.example' },
    ...foreign,
  },
  { what: 'a page without an origin', path: '/agents', headers: { origin: 'null' }, ...foreign },
  {
    what: 'health from another site',
    path: '/health',
    headers: { origin: 'https://evil.example' },
    ...foreign,
  },
  { what: 'no path', path: '/', ...route },
  { what: 'an unknown path', path: '/nope', ...route },
  { what: 'a path too long', path: '/agents/hello/a/b/events', ...route },
  { what: 'a path with an empty part', path: '/agents//key/events', method: 'POST', ...route },
  { what: 'a path with an empty key', path: '/agents/hello//events', method: 'POST', ...route },
  { what: 'a trailing slash', path: '/agents/', ...route },
  { what: 'another case', path: '/Agents', ...route },
  { what: 'a handle without name', path: '/handles/', ...route },
  { what: 'climbing out', path: '/turns/../../etc/passwd', ...route },
  { what: 'deleting', path: '/agents', method: 'DELETE', ...method },
  { what: 'asking for CORS', path: '/agents', method: 'OPTIONS', ...method },
  { what: 'reading where one posts', path: events, ...method },
  { what: 'posting where one reads', path: '/events', method: 'POST', ...method },
  { what: 'putting a handle', path: '/handles/x', method: 'PUT', ...method },
  { what: 'reading a cancellation', path: '/turns/x/cancel', ...method },
  { what: 'a method that is a property of objects', path: '/agents', method: 'toString', ...method },
  { what: 'broken percent-encoding', path: '/turns/%E0%A4%A', ...request },
  { what: 'no body', path: events, method: 'POST', ...request },
  { what: 'a body that is no JSON', path: events, body: '{"input":', ...request },
  { what: 'a body that is no object', path: events, body: '"hello"', ...request },
  { what: 'a body without input', path: events, body: '{"wait":false}', ...request },
  { what: 'a type of its own', path: events, body: '{"input":"x","type":"tool.call"}', ...request },
  {
    what: 'a source of its own',
    path: events,
    body: '{"input":"x","source":{"kind":"agent","name":"a"}}',
    ...request,
  },
  {
    what: 'a reply address',
    path: events,
    body: '{"input":"x","replyTo":{"target":"a","correlationId":"b"}}',
    ...request,
  },
  { what: 'a workdir', path: events, body: '{"input":"x","workdir":"/"}', ...request },
  { what: 'a prototype', path: events, body: '{"input":"x","__proto__":{"wait":false}}', ...request },
  { what: 'an empty id', path: events, body: '{"input":"x","id":""}', ...request },
  { what: 'an id that is no text', path: events, body: '{"input":"x","id":5}', ...request },
  { what: 'wait that is no flag', path: events, body: '{"input":"x","wait":"no"}', ...request },
  { what: 'no time at all', path: events, body: '{"input":"x","timeoutMs":0}', ...request },
  { what: 'a time beyond measure', path: events, body: '{"input":"x","timeoutMs":1e18}', ...request },
  { what: 'a trace that is none', path: events, body: '{"input":"x","traceId":"abc"}', ...request },
  { what: 'a trace of zeros', path: events, body: `{"input":"x","traceId":"${'0'.repeat(32)}"}`, ...request },
  { what: 'nesting beyond measure', path: events, body: deep, ...request },
  {
    what: 'a key beyond measure',
    path: `/agents/hello/${'k'.repeat(600)}/events`,
    body: '{"input":"x"}',
    ...request,
  },
  { what: 'an unknown filter', path: '/events?trun=x', ...request },
  { what: 'a cancellation with more', path: '/turns/x/cancel', body: '{"why":"x"}', ...request },
  { what: 'an answer with nothing', path: '/handles/x', body: '{}', ...request },
  {
    what: 'an answer of two kinds',
    path: '/handles/x',
    body: '{"output":1,"decision":"approve"}',
    ...request,
  },
  { what: 'neither approve nor deny', path: '/handles/x', body: '{"decision":"maybe"}', ...request },
  {
    what: 'arguments that are no object',
    path: '/handles/x',
    body: '{"decision":"approve","args":[1]}',
    ...request,
  },
  { what: 'arguments with a denial', path: '/handles/x', body: '{"decision":"deny","args":{}}', ...request },
  {
    what: 'a form',
    path: events,
    body: 'input=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'plain text',
    path: events,
    body: '{"input":"x"}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'nearly JSON',
    path: events,
    body: '{"input":"x"}',
    headers: { 'content-type': 'application/jsonp' },
    status: 415,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'a body over 10 MiB',
    path: events,
    body: `{"input":"${'x'.repeat(10 * 1024 * 1024)}"}`,
    status: 413,
    code: 'E_HTTP_REQUEST',
  },
  {
    what: 'an unknown agent',
    path: '/agents/helo/default/events',
    body: '{"input":"x"}',
    status: 404,
    code: 'E_AGENT_NOT_FOUND',
  },
  { what: 'an unknown turn', path: '/turns/nope', status: 404, code: 'E_AGENT_TURN_NOT_FOUND' },
  {
    what: 'cancelling an unknown turn',
    path: '/turns/nope/cancel',
    body: '{}',
    status: 404,
    code: 'E_AGENT_TURN_NOT_FOUND',
  },
  { what: 'an unknown handle', path: '/handles/nope', status: 404, code: 'E_HANDLE_NOT_FOUND' },
  {
    what: 'answering an unknown handle',
    path: '/handles/nope',
    body: '{"output":1}',
    status: 404,
    code: 'E_HANDLE_NOT_FOUND',
  },
  {
    what: 'a handle that is a path',
    path: '/handles/..%2F..%2Fetc%2Fpasswd',
    status: 404,
    code: 'E_HANDLE_NOT_FOUND',
  },
];

describe('what is refused over HTTP', () => {
  test.each(cases)('$what: $status $code', async ({ path, method: verb, body, headers, status, code }) => {
    const { server, swarm } = host;
    const response = await fetch(`${server.url}${path.replace('TOKEN', server.token)}`, {
      method: verb ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer: unknown = await response.json();
    expect({ status: response.status, answer }).toMatchObject({ status, answer: { error: { code } } });
    expect(Object.keys(Object(Object(answer).error)).toSorted()).toEqual([
      'code',
      'helpUrl',
      'message',
      'suggestion',
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    if (status === 405) expect(response.headers.get('allow')).not.toBeNull();
    expect(swarm.engine.openTurns()).toEqual([]);
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io:80', '10.0.0.1', '[::2]', ''])(
    "a name that was made to lead here, '%s': 403",
    async (name) => {
      const { token } = host.server;
      const answer = await raw(
        head(['GET /agents HTTP/1.1', `Host: ${name}`, `Authorization: Bearer ${token}`]),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(answer).not.toContain('hello');
    },
  );

  test.each(['127.0.0.1', 'localhost:1', 'LOCALHOST', '[::1]:8080'])(
    "names of this machine, '%s', are answered",
    async (name) => {
      const { token } = host.server;
      const answer = await raw(
        head(['GET /agents HTTP/1.1', `Host: ${name}`, `Authorization: Bearer ${token}`]),
      );
      expect(answer).toStartWith('HTTP/1.1 200 ');
    },
  );

  test('a body over 10 MiB that does not say so is refused while it is read', async () => {
    const { server } = host;
    const chunk = new Uint8Array(1024 * 1024).fill(120);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 12) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await fetch(`${server.url}${events}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(413);
  });

  test('nothing listens but on the loopback interface', async () => {
    const port = Number(new URL(host.server.url).port);
    const outside = Object.values(networkInterfaces())
      .flatMap((list = []) => list)
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = net.connect({ port, host: address });
        socket.on('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.on('error', () => resolve(false));
      });
      expect(reached).toBe(false);
    }
  });

  test('GET /health needs no token and tells nothing but that it is there', async () => {
    const response = await fetch(`${host.server.url}/health`);
    expect(await response.json()).toEqual({ status: 'ok', pid: process.pid });
  });
});
