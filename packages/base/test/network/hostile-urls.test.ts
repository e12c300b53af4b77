import { afterAll, beforeAll, expect, test } from 'bun:test';
import { systemNetwork } from '../../network/network.ts';
import { failureOf, fetching, recordingNetwork, textOf } from './fetching.ts';
import { hostileNames, hostileUrls } from './hostile-urls.ts';
import { listen, response, type Loopback } from './loopback.ts';

let four: Loopback;
let six: Loopback;

beforeAll(async () => {
  four = await listen((socket) => socket.end(response('200 OK', {}, 'reached')));
  six = await listen((socket) => socket.end(response('200 OK', {}, 'reached')), {
    host: '::1',
    port: four.port,
  });
});
afterAll(async () => {
  await four[Symbol.asyncDispose]();
  await six[Symbol.asyncDispose]();
});

const titles = hostileUrls(1).map(([title]) => title);

test('there are at least 80 hostile URLs, each of its own', () => {
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(80);
});

test.each(titles)('POL-5: a hostile URL makes no connection: %s', async (title) => {
  const url = hostileUrls(four.port).find(([name]) => name === title)?.[1] ?? '';
  const { network, dials } = recordingNetwork(hostileNames);
  const failure = await failureOf(fetching(url, { network }));
  expect(failure.code).toMatch(/^E_NETWORK_(INVALID_URL|REFUSED|NAME)$/);
  expect(failure.suggestion.length).toBeGreaterThan(10);
  expect(dials).toEqual([]);
  expect(four.accepted() + six.accepted()).toBe(0);
});

test.each(titles)('POL-5: a redirect to a hostile URL is not followed: %s', async (title) => {
  const url = hostileUrls(four.port).find(([name]) => name === title)?.[1] ?? '';
  const location = url.replaceAll(/[\0\r\n]/g, '') || 'http://';
  await using server = await listen((socket) => socket.end(response('302 Found', { location })));
  const { network, dials } = recordingNetwork({ ...hostileNames, 'start.test': ['127.0.0.3'] });
  const failure = await failureOf(
    fetching(`http://start.test:${server.port}/`, {
      allow: [[`start.test:${server.port}`]],
      network: {
        ...network,
        connect: ({ address, port }) => {
          dials.push(`${address}:${port}`);
          return systemNetwork.connect({ address: '127.0.0.1', port: server.port });
        },
      },
    }),
  );
  // A location without a host is a path of the same server, which may be asked; it then redirects for ever.
  expect(failure.code).toMatch(/^E_NETWORK_(INVALID_URL|REFUSED|NAME|REDIRECT)$/);
  expect(new Set(dials)).toEqual(new Set([`127.0.0.3:${server.port}`]));
  expect(four.accepted() + six.accepted()).toBe(0);
});

test('POL-5: what policy allows can be reached, by name and by address, over v4 and v6', async () => {
  const reached = [
    ['127.0.0.1', [`127.0.0.1:${four.port}`]],
    ['127.0.0.1', ['127.0.0.1']],
    ['localhost', ['localhost']],
    ['LOCALHOST.', [`localhost:${four.port}`]],
    ['localhost', ['127.0.0.1', '::1']],
    ['[::1]', ['::1']],
    ['[::1]', [`[::1]:${four.port}`]],
  ] as const;
  for (const [host, list] of reached) {
    expect(textOf(await fetching(`http://${host}:${four.port}/`, { allow: [list] }))).toBe('reached');
  }
});
