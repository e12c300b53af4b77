import type { Socket } from 'node:net';
import type { Permissions } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { canonicalAddress, rangeOf, type AddressRange } from './address-range.ts';
import { isAllowed } from './allowed-hosts.ts';
import type { CheckedUrl } from './check-url.ts';
import type { Deadline } from './deadline.ts';
import { networkError } from './network-error.ts';
import type { DialTarget, Network } from './network.ts';

const maxAddresses = 8;
const connectTimeoutMs = 10_000;

/** What a connection is opened with. */
export interface Opening {
  readonly network: Network;
  readonly permissions: Pick<Permissions, 'network'>;
  readonly deadline: Deadline;
}

/** A connection to the host of a URL, at an address that was checked; throws when none is allowed or none answers. */
export async function openConnection(target: CheckedUrl, opening: Opening): Promise<Socket> {
  const addresses = await allowedAddresses(target, opening);
  let failure: unknown = undefined;
  for (const address of addresses.slice(0, maxAddresses)) {
    try {
      return await connect(dialTargetOf(target, address), opening);
    } catch (thrown) {
      opening.deadline.signal.throwIfAborted();
      failure = thrown;
    }
  }
  throw networkError(failure, target.url.host);
}

/** The addresses of the host that may be dialled: public ones, and those that policy allows. */
async function allowedAddresses(target: CheckedUrl, opening: Opening): Promise<string[]> {
  const { host, port } = target;
  const known = target.isAddress ? [host] : await resolve(target, opening);
  if (known.length === 0) throw new GoondanError('E_NETWORK_NAME', `${host} has no address.`);
  const ranges = known.map((address) => ({ address, range: rangeOf(address) }));
  const allowed = ranges.filter(
    ({ address, range }) =>
      range === 'public' || isAllowed(opening.permissions, { host, port, address, range }),
  );
  const [first] = ranges;
  if (allowed.length === 0 && first !== undefined) throw refused(target, first.range);
  return allowed.map(({ address }) => address);
}

async function resolve({ host }: CheckedUrl, { network, deadline }: Opening): Promise<string[]> {
  deadline.signal.throwIfAborted();
  try {
    const found = await deadline.guard(network.resolve(host));
    return found.map((address) => canonicalAddress(address) ?? address);
  } catch (thrown) {
    deadline.signal.throwIfAborted();
    throw networkError(thrown, host);
  }
}

function dialTargetOf({ url, host, isAddress, port }: CheckedUrl, address: string): DialTarget {
  if (url.protocol === 'http:') return { address, port };
  return { address, port, secure: isAddress ? {} : { serverName: host } };
}

async function connect(target: DialTarget, { network, deadline }: Opening): Promise<Socket> {
  deadline.signal.throwIfAborted();
  const socket = network.connect(target);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(target.secure === undefined ? 'connect' : 'secureConnect', resolve);
  // Stays for good: a late error of a socket that nobody waits for any more must not end the process.
  socket.on('error', reject);
  socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  const timer = setTimeout(() => {
    reject(new GoondanError('E_NETWORK_TIMEOUT', `There was no connection within ${connectTimeoutMs} ms.`));
  }, connectTimeoutMs);
  try {
    await deadline.guard(promise);
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

function refused({ url, host, port, isAddress }: CheckedUrl, range: AddressRange): GoondanError {
  const entry = JSON.stringify(`${host.includes(':') ? `[${host}]` : host}:${port}`);
  const canBeNamed = isAddress || range === 'a loopback address' || range === 'a private address';
  return new GoondanError('E_NETWORK_REFUSED', `${url.host} is ${range}: only public ones can be reached.`, {
    suggestion: canBeNamed
      ? `Use a public address. Whoever runs the swarm can allow this one: policy.permissions.network.allow: [${entry}], in ` +
        'every policy that has such a list.'
      : 'Use a public address. Whoever runs the swarm can allow this one in policy.permissions.network.allow, but only by ' +
        'its address, not by its name.',
  });
}
