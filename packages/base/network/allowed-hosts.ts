import type { Permissions } from '@goondan/core';
import { canonicalAddress, type AddressRange } from './address-range.ts';

/** Where a request would go: the host as the URL names it, and the address that is dialled. */
export interface Destination {
  /** A name in lower case without its last dot, or an address. */
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly range: AddressRange;
}

interface Entry {
  readonly host: string;
  readonly port: number | undefined;
}

/** True when every list allows the destination; without a list nothing is allowed. */
export function isAllowed({ network }: Pick<Permissions, 'network'>, destination: Destination): boolean {
  return (
    network.length > 0 && network.every((list) => list.some((text) => covers(parseEntry(text), destination)))
  );
}

/** True when every list names this host together with this port. */
export function isPortAllowed(
  { network }: Pick<Permissions, 'network'>,
  { host, port }: Pick<Destination, 'host' | 'port'>,
): boolean {
  return (
    network.length > 0 &&
    network.every((list) =>
      list.some((text) => {
        const entry = parseEntry(text);
        return entry?.port === port && matchesHost(entry.host, host);
      }),
    )
  );
}

function covers(entry: Entry | undefined, { host, port, address, range }: Destination): boolean {
  if (entry === undefined || (entry.port !== undefined && entry.port !== port)) return false;
  if (entry.host === address) return true;
  // Whoever answers for a name could point it at a metadata service; that one must be meant by its address.
  const isNameEnough = range === 'a loopback address' || range === 'a private address' || range === 'public';
  return isNameEnough && matchesHost(entry.host, host);
}

function matchesHost(allowed: string, host: string): boolean {
  if (!allowed.startsWith('*.')) return allowed === host;
  return canonicalAddress(host) === undefined && host.endsWith(allowed.slice(1));
}

/** `host`, `host:port`, `*.domain`, `[address]:port`; what is none of these allows nothing. */
function parseEntry(text: string): Entry | undefined {
  const bare = canonicalAddress(text);
  if (bare !== undefined) return { host: bare, port: undefined };
  const [, bracketed, name = '', digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const host = bracketed === undefined ? plainName(name) : canonicalAddress(bracketed);
  return host === undefined ? undefined : { host, port };
}

function plainName(name: string): string | undefined {
  const prefix = name.startsWith('*.') ? '*.' : '';
  const rest = name.slice(prefix.length);
  const url = /[/?#@\\\s*]/.test(rest) ? null : URL.parse(`http://${rest}`);
  if (url === null || url.hostname === '') return undefined;
  return `${prefix}${url.hostname.replace(/\.$/, '')}`;
}
