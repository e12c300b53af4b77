import { lookup } from 'node:dns/promises';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** One address to dial: never a name, so that nothing between the check and the dial can resolve anew. */
export interface DialTarget {
  readonly address: string;
  readonly port: number;
  /** For https: the name the certificate must be for; none where the URL itself names an address. */
  readonly secure?: { readonly serverName?: string };
}

/** The outside world of a fetch: names and connections. Tests put their own in its place. */
export interface Network {
  /** All addresses of a name. */
  resolve(name: string): Promise<readonly string[]>;
  /** Starts a connection to exactly this address. */
  connect(target: DialTarget): Socket;
}

/** The network of this machine. Certificates are checked whatever the environment says, and no proxy is asked. */
export const systemNetwork: Network = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  connect: (target) => dial(target),
};

/** Dials an address; `authorities` are trusted instead of the machine's own, which is for tests. */
export function dial({ address, port, secure }: DialTarget, authorities?: string): Socket {
  if (secure === undefined) return connectPlain({ host: address, port });
  return connectSecure({
    host: address,
    port,
    rejectUnauthorized: true,
    ...(secure.serverName === undefined ? {} : { servername: secure.serverName }),
    ...(authorities === undefined ? {} : { ca: authorities }),
  });
}
