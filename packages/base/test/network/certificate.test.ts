import { createServer, type Server } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dial, type DialTarget, type Network } from '../../network/network.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { failureOf, fetching, recordingNetwork, textOf } from './fetching.ts';

let certificates: Certificates;
const servers: Server[] = [];
let requests = 0;
let host: string | undefined;

beforeAll(async () => {
  certificates = await makeCertificates('good.test');
});
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(identity: { readonly key: string; readonly cert: string }): Promise<number> {
  const server = createServer(identity, (request, response) => {
    requests += 1;
    host = request.headers.host;
    response.end('secure');
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function trusting(authority: string | undefined): { network: Network; targets: DialTarget[] } {
  const targets: DialTarget[] = [];
  const { network } = recordingNetwork({ 'good.test': ['127.0.0.1'], 'bad.test': ['127.0.0.1'] });
  return {
    targets,
    network: {
      ...network,
      connect: (target) => {
        targets.push(target);
        return dial(target, authority);
      },
    },
  };
}

const allow = [['good.test', 'bad.test', '127.0.0.1']];

test('TLS proves the name of the URL, though an address is dialled', async () => {
  const port = await serve(certificates.forName);
  const { network, targets } = trusting(certificates.authority);
  expect(textOf(await fetching(`https://good.test:${port}/`, { network, allow }))).toBe('secure');
  expect(targets).toEqual([{ address: '127.0.0.1', port, secure: { serverName: 'good.test' } }]);
  expect(host).toBe(`good.test:${port}`);
});

test('a certificate for another name is refused, and nothing is sent', async () => {
  const port = await serve(certificates.forName);
  const { network } = trusting(certificates.authority);
  requests = 0;
  for (const name of ['bad.test', '127.0.0.1']) {
    const failure = await failureOf(fetching(`https://${name}:${port}/`, { network, allow }));
    expect(failure.code).toBe('E_NETWORK_CERTIFICATE');
  }
  expect(requests).toBe(0);
});

test('a certificate for an address proves the address', async () => {
  const port = await serve(certificates.forAddress);
  const { network } = trusting(certificates.authority);
  expect(textOf(await fetching(`https://127.0.0.1:${port}/`, { network, allow }))).toBe('secure');
  expect(await failureOf(fetching(`https://good.test:${port}/`, { network, allow }))).toMatchObject({
    code: 'E_NETWORK_CERTIFICATE',
  });
});

test('a certificate that nobody known signed is refused, also where the environment switches checks off', async () => {
  const port = await serve(certificates.forName);
  const { network } = trusting(undefined);
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  requests = 0;
  try {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const failure = await failureOf(fetching(`https://good.test:${port}/`, { network, allow }));
    expect(failure.code).toBe('E_NETWORK_CERTIFICATE');
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  }
  expect(requests).toBe(0);
});

test('a server that does not speak TLS is told as such', async () => {
  const plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('plain') });
  const { network } = trusting(certificates.authority);
  const failure = await failureOf(fetching(`https://good.test:${plain.port}/`, { network, allow }));
  expect(failure.code).toBe('E_NETWORK_CONNECTION');
  await plain.stop(true);
});
