import { GoondanError } from '@goondan/core';
import { listen, response } from '../../packages/base/test/network/loopback.ts';
import { fetching } from '../../packages/base/test/network/fetching.ts';
import { systemNetwork, type Network } from '../../packages/base/network/network.ts';
import { expect } from '../expect.ts';
import { fuzzProperty } from '../property.ts';
import type { FuzzTarget } from '../target.ts';
import { hostileUrl } from './hostile-url.ts';
import { watchNetwork, type WatchedNetwork } from './watched-network.ts';

const timeoutMs = 5_000;

async function refused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    if (!(thrown instanceof GoondanError)) throw thrown;
  }
}

/** POL-5: without permission no URL, however it is written, and no redirect leads to an address that is not public. */
export async function openUrls(): Promise<FuzzTarget> {
  const reached = (socket: { end(text: string): void }): void =>
    socket.end(response('200 OK', {}, 'reached'));
  const four = await listen(reached);
  const six = await listen(reached, { host: '::1', port: four.port });
  let location = '';
  const redirecting = await listen((socket) => socket.end(response('302 Found', { location })));
  const untouched = ({ forbidden }: WatchedNetwork): void => {
    expect(forbidden, [], 'what was dialled');
    expect(four.accepted() + six.accepted(), 0, 'connections');
  };
  const cases = hostileUrl(four.port);
  return {
    properties: [
      fuzzProperty({
        name: 'addresses',
        runs: { full: 20_000, short: 800 },
        cases,
        async check(url) {
          const watched = watchNetwork();
          await refused(fetching(url, { network: watched.network, timeoutMs }));
          untouched(watched);
        },
      }),
      fuzzProperty({
        name: 'redirects',
        runs: { full: 5_000, short: 150 },
        cases,
        async check(url) {
          // What cannot stand in a header is no location.
          location = headerText(url) || 'http://';
          const start = `127.0.0.1:${redirecting.port}`;
          const watched = watchNetwork((address, port) => `${address}:${port}` === start);
          await refused(
            fetching(`http://${start}/`, { allow: [[start]], network: watched.network, timeoutMs }),
          );
          untouched(watched);
        },
      }),
      fuzzProperty({
        name: 'system',
        runs: { full: 5_000, short: 200 },
        // Names that are not here would be asked of the name server outside.
        cases: cases.filter((url) => !/\.(test|com)|[a-z]{3,}\.[a-z]/i.test(url)),
        async check(url) {
          const watched = watchNetwork();
          const network: Network = {
            resolve: (name) => systemNetwork.resolve(name),
            connect: (target) => watched.network.connect(target),
          };
          await refused(fetching(url, { network, timeoutMs }));
          untouched(watched);
        },
      }),
    ],
    async [Symbol.asyncDispose]() {
      for (const server of [four, six, redirecting]) await server[Symbol.asyncDispose]();
    },
  };
}

/** The bytes of the text, as a header carries them, without those that would end it. */
function headerText(text: string): string {
  const bytes = Buffer.from(text).filter((byte) => byte >= 0x20 && byte !== 0x7f);
  return Buffer.from(bytes).toString('latin1');
}
