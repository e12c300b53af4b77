import { expect, test } from 'bun:test';
import { systemNetwork, type DialTarget } from '../../network/network.ts';
import { failureOf, fetching, textOf } from './fetching.ts';
import { listen, response } from './loopback.ts';
import { nameServer } from './name-server.ts';

test('POL-5: a name that points elsewhere on the second question is asked once, and the first answer is dialled', async () => {
  await using victim = await listen((socket) => socket.end(response('200 OK', {}, 'secret')));
  using names = await nameServer(['93.184.216.34', '127.0.0.1']);
  const dials: DialTarget[] = [];
  const failure = await failureOf(
    fetching(`http://rebind.test:${victim.port}/`, {
      network: {
        ...names.network,
        connect: (target) => {
          dials.push(target);
          throw Object.assign(new Error('not dialled'), { code: 'EHOSTUNREACH' });
        },
      },
    }),
  );
  expect(failure.code).toBe('E_NETWORK_CONNECTION');
  expect(dials).toEqual([{ address: '93.184.216.34', port: victim.port }]);
  expect(names.asked()).toBe(1);
  expect(victim.accepted()).toBe(0);
});

test('POL-5: a name that changes between a page and its redirect is checked again', async () => {
  await using victim = await listen((socket) => socket.end(response('200 OK', {}, 'secret')));
  await using page = await listen((socket) =>
    socket.end(response('302 Found', { location: `http://rebind.test:${victim.port}/` })),
  );
  using names = await nameServer(['93.184.216.34', '127.0.0.1']);
  const dials: string[] = [];
  const failure = await failureOf(
    fetching(`http://rebind.test:${page.port}/`, {
      network: {
        ...names.network,
        connect: ({ address, port }) => {
          dials.push(address);
          return systemNetwork.connect({ address: '127.0.0.1', port });
        },
      },
    }),
  );
  expect(failure.code).toBe('E_NETWORK_REFUSED');
  expect(dials).toEqual(['93.184.216.34']);
  expect(names.asked()).toBe(2);
  expect(victim.accepted()).toBe(0);
});

test('POL-5: a name server that answers with a loopback address opens nothing, unless policy allows the name', async () => {
  await using victim = await listen((socket) => socket.end(response('200 OK', {}, 'mine')));
  using names = await nameServer(['127.0.0.1']);
  const url = `http://own.test:${victim.port}/`;
  const { network } = names;
  expect(await failureOf(fetching(url, { network }))).toMatchObject({ code: 'E_NETWORK_REFUSED' });
  expect(victim.accepted()).toBe(0);
  expect(textOf(await fetching(url, { network, allow: [[`own.test:${victim.port}`]] }))).toBe('mine');
});
