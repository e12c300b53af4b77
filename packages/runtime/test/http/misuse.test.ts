import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { read as readValue } from '../../src/http/read-body.ts';
import { misuses, postPath } from './misuses.ts';
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

const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    suggestion: z.string(),
    helpUrl: z.string(),
  }),
});

describe('what is refused over HTTP', () => {
  test.each(misuses)('$what: $status $code', async ({ path, method: verb, body, headers, status, code }) => {
    const { server, swarm } = host;
    const response = await fetch(`${server.url}${path.replace('TOKEN', server.token)}`, {
      method: verb ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer: unknown = await response.json();
    expect({ status: response.status, ...errorSchema.parse(answer) }).toMatchObject({
      status,
      error: { code },
    });
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
    const response = await fetch(`${server.url}${postPath}`, {
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

test('§11: a body that does not fit is told field by field, in our words', () => {
  const schema = z.strictObject({ input: z.json(), wait: z.boolean().optional() });
  const read = (value: unknown) => () => readValue(schema, value);
  expect(read({ inptu: 'x' })).toThrow('The request does not fit: input is missing; unknown field inptu.');
  expect(read({ input: 'x', wait: 'no' })).toThrow(/^The request does not fit: wait: [^✖→]+\.$/);
});
