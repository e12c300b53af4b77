import type { Permissions } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { canonicalAddress } from './address-range.ts';
import { isPortAllowed } from './allowed-hosts.ts';
import { isBlockedPort } from './blocked-ports.ts';

/** A URL that may be asked for, taken apart. */
export interface CheckedUrl {
  readonly url: URL;
  /** A name in lower case without its last dot, or an address in its one spelling. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

const maxLength = 8192;

/** Takes a URL apart; throws unless it is http(s) with a proper host, port and nothing hidden in it. */
export function checkUrl(text: string, permissions: Pick<Permissions, 'network'>): CheckedUrl {
  // The parser drops line breaks, strips blanks and takes \ for /: what it would read is not what was written.
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (/[\0-\x20\x7f\\]/.test(text))
    throw invalid(
      text,
      'holds a blank, a control character or a backslash',
      'Percent-encode it, for example %20.',
    );
  if (text.length > maxLength)
    throw invalid(
      text,
      `is longer than ${maxLength} characters`,
      'Send long input as the body of a request.',
    );
  const url = URL.parse(text);
  if (url === null) throw notWhole(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid(
      text,
      `has the scheme ${url.protocol.slice(0, 20)}`,
      'Only http: and https: can be fetched.',
    );
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) throw notWhole(text);
  // Also an empty one, as in https://@host.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
    throw invalid(
      withoutUser(url),
      'holds a user name or password',
      'Leave it out of the URL, and send an Authorization header if the host asks for one.',
    );
  const host = hostOf(url);
  if (host === undefined)
    throw invalid(text, 'has no valid host', 'Give a name such as example.com, or an address.');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (isBlockedPort(port) && !isPortAllowed(permissions, { host, port }))
    throw invalid(
      text,
      `has the port ${port}, which belongs to another protocol`,
      'Use the port of the web server. Only one that policy.permissions.network.allow names as host:port can be used beside.',
    );
  return { url, host, port, isAddress: canonicalAddress(host) !== undefined };
}

function hostOf({ hostname }: URL): string | undefined {
  const address = canonicalAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
  if (address !== undefined) return address;
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.length > 253) return undefined;
  return name.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
    ? name
    : undefined;
}

function notWhole(text: string): GoondanError {
  return invalid(text, 'is not a whole URL', 'Give scheme and host, such as https://example.com/page.');
}

function withoutUser(url: URL): string {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy.href;
}

function invalid(text: string, problem: string, suggestion: string): GoondanError {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return new GoondanError('E_NETWORK_INVALID_URL', `The URL ${shown} ${problem}.`, { suggestion });
}
