import { BlockList, isIPv6, Socket } from 'node:net';
import { systemNetwork, type Network } from '../../packages/base/network/network.ts';
import { hostileNames } from './hostile-url.ts';

/** What was dialled, and of that what is not public. */
export interface WatchedNetwork {
  readonly network: Network;
  readonly forbidden: string[];
}

/** By its own list, so that a mistake in ours is seen. */
const notPublic = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(address, prefix, 'ipv6');

/** A network in which hostile names lead where they say, what is not public is really dialled, and what is public never is. */
export function watchNetwork(
  isAllowed: (address: string, port: number) => boolean = () => false,
): WatchedNetwork {
  const forbidden: string[] = [];
  const asked = new Map<string, number>();
  return {
    forbidden,
    network: {
      resolve: async (name) => {
        const answers = hostileNames[name.replace(/\.$/, '').toLowerCase()];
        const count = asked.get(name) ?? 0;
        asked.set(name, count + 1);
        const answer = answers?.[Math.min(count, answers.length - 1)];
        if (answer !== undefined) return answer;
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      },
      connect: (target) => {
        const { address, port } = target;
        if (isAllowed(address, port)) return systemNetwork.connect(target);
        if (isNotPublic(address)) {
          forbidden.push(`${address} port ${port}`);
          return systemNetwork.connect(target);
        }
        const socket = new Socket();
        queueMicrotask(() =>
          socket.destroy(Object.assign(new Error('nothing public is dialled'), { code: 'ECONNREFUSED' })),
        );
        return socket;
      },
    },
  };
}

/** In a list, v4 addresses and those mapped to v6 are the same; none of the latter is to be dialled at all. */
function isNotPublic(address: string): boolean {
  if (/^::ffff:/i.test(address)) return true;
  return notPublic.check(address.replace(/%.*$/, ''), isIPv6(address) ? 'ipv6' : 'ipv4');
}
