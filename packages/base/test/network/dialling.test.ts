import { expect, test } from 'bun:test';
import { systemNetwork, type DialTarget, type Network } from '../../network/network.ts';
import { failureOf, fetching, recordingNetwork, textOf } from './fetching.ts';
import { listen, response } from './loopback.ts';

/** A network in which every address is the loopback server at `port`, with the dials written down. */
function everywhere(
  port: number,
  names: Readonly<Record<string, readonly string[]>>,
): { network: Network; dials: DialTarget[] } {
  const dials: DialTarget[] = [];
  const { network } = recordingNetwork(names);
  return {
    dials,
    network: {
      ...network,
      connect: (target) => {
        dials.push(target);
        return systemNetwork.connect({ address: '127.0.0.1', port });
      },
    },
  };
}

test('POL-5: the address that was checked is dialled, and the server is told the name', async () => {
  let head = '';
  await using server = await listen((socket, text) => {
    head = text;
    socket.end(response('200 OK', {}, 'page'));
  });
  const { network, dials } = everywhere(server.port, { 'example.test': ['93.184.216.34'] });
  const answer = await fetching('http://Example.TEST./a%20b?q=1#part', { network });
  expect(textOf(answer)).toBe('page');
  expect(dials).toEqual([{ address: '93.184.216.34', port: 80 }]);
  expect(head).toStartWith('GET /a%20b?q=1 HTTP/1.1\r\n');
  expect(head.toLowerCase()).toContain('\r\nhost: example.test.\r\n');
});

test('POL-5: of several addresses only allowed ones are dialled', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'page')));
  const { network, dials } = everywhere(server.port, {
    'mixed.test': ['10.0.0.1', '::1', '93.184.216.34', '127.0.0.1'],
  });
  await fetching('http://mixed.test/', { network });
  expect(dials.map(({ address }) => address)).toEqual(['93.184.216.34']);
});

test('the next address is tried when one does not answer', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'page')));
  const gone = await listen(() => {});
  await gone[Symbol.asyncDispose]();
  const { network } = recordingNetwork({ 'two.test': ['127.0.0.9', '127.0.0.1'] });
  const dials: string[] = [];
  const answer = await fetching('http://two.test/', {
    allow: [['two.test']],
    network: {
      ...network,
      connect: ({ address }) => {
        dials.push(address);
        const port = address === '127.0.0.9' ? gone.port : server.port;
        return systemNetwork.connect({ address: '127.0.0.1', port });
      },
    },
  });
  expect(textOf(answer)).toBe('page');
  expect(dials).toEqual(['127.0.0.9', '127.0.0.1']);
});

test('a port where nothing listens is told as such, without the address', async () => {
  const gone = await listen(() => {});
  await gone[Symbol.asyncDispose]();
  const failure = await failureOf(fetching(`http://localhost:${gone.port}/`, { allow: [['localhost']] }));
  expect(failure).toMatchObject({ code: 'E_NETWORK_CONNECTION' });
  expect(failure.message).toBe(`localhost:${gone.port} could not be reached: nothing listens on this port.`);
});

test('an unknown name is told as such', async () => {
  const { network } = recordingNetwork();
  expect(await failureOf(fetching('http://nobody.test/', { network }))).toMatchObject({
    code: 'E_NETWORK_NAME',
  });
  const empty = recordingNetwork({ 'empty.test': [] });
  expect(await failureOf(fetching('http://empty.test/', { network: empty.network }))).toMatchObject({
    code: 'E_NETWORK_NAME',
  });
});

test('POL-5: variables that name a proxy are not followed', async () => {
  await using proxy = await listen((socket) => socket.destroy());
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'direct')));
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const before = names.map((name) => process.env[name]);
  try {
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    const url = `http://127.0.0.1:${server.port}/`;
    expect(textOf(await fetching(url, { allow: [['127.0.0.1']] }))).toBe('direct');
    expect(proxy.accepted()).toBe(0);
  } finally {
    names.forEach((name, index) => {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    });
  }
});

test('a port of another protocol opens only where policy names it together with the host', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'page')));
  const { network, dials } = everywhere(server.port, { 'mail.test': ['10.0.0.1'] });
  const allowed = (allow: readonly (readonly string[])[]) =>
    fetching('http://mail.test:25/', { network, allow });
  expect(await failureOf(allowed([['mail.test']]))).toMatchObject({ code: 'E_NETWORK_INVALID_URL' });
  expect(await failureOf(allowed([['mail.test:25'], ['mail.test']]))).toMatchObject({
    code: 'E_NETWORK_INVALID_URL',
  });
  expect(dials).toEqual([]);
  expect(textOf(await allowed([['mail.test:25']]))).toBe('page');
});

test('a server that closes before TLS is there is told as such, at once', async () => {
  const { network } = recordingNetwork();
  await using server = await listen((socket) => socket.destroy());
  const url = `https://127.0.0.1:${server.port}/`;
  const failure = await failureOf(fetching(url, { network, allow: [['127.0.0.1']] }));
  expect(failure.code).toBe('E_NETWORK_CONNECTION');
});

test('what a refusal suggests to allow is enough, and where no name is, it says so', async () => {
  await using server = await listen((socket) => socket.end(response('200 OK', {}, 'page')));
  const names = { 'own.test': ['10.0.0.1'], 'linked.test': ['169.254.7.7'] };
  for (const host of [
    'own.test',
    '10.0.0.2',
    '169.254.169.254',
    '[fe80::1]',
    '[::ffff:7f00:1]',
    '240.0.0.1',
  ]) {
    const { network } = everywhere(server.port, names);
    const { suggestion } = await failureOf(fetching(`http://${host}/`, { network }));
    const [, entry = ''] = /allow: \["([^"]+)"\]/.exec(suggestion) ?? [];
    expect(textOf(await fetching(`http://${host}/`, { network, allow: [[entry]] }))).toBe('page');
  }
  const { network } = everywhere(server.port, names);
  const { suggestion } = await failureOf(fetching('http://linked.test/', { network }));
  expect(suggestion).toContain('only by its address');
  expect(
    await failureOf(fetching('http://linked.test/', { network, allow: [['linked.test']] })),
  ).toMatchObject({
    code: 'E_NETWORK_REFUSED',
  });
});
