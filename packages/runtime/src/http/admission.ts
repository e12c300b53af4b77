import { createHash, timingSafeEqual } from 'node:crypto';
import { GoondanError } from '@goondan/core';

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** Refuses what a web page can make a browser send: a name that was made to lead here, or a foreign page. Throws `E_HTTP_FORBIDDEN`. */
export function checkHost(headers: Headers): void {
  const host = headers.get('host') ?? '';
  if (!loopback.test(host)) {
    const message = `The host '${host.slice(0, 100)}' is not this server's.`;
    throw new GoondanError('E_HTTP_FORBIDDEN', message);
  }
  const origin = headers.get('origin');
  if (origin !== null && !loopback.test(origin.replace(/^https?:\/\//i, ''))) {
    const message = `Pages of '${origin.slice(0, 100)}' may not use this server.`;
    throw new GoondanError('E_HTTP_FORBIDDEN', message);
  }
}

/** Throws `E_HTTP_UNAUTHORIZED` unless the request carries the token; where headers cannot be set, the query may. */
export function checkToken(
  headers: Headers,
  options: { readonly token: string; readonly query: string | null },
): void {
  const [, given] = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const shown = given ?? options.query;
  if (shown !== null && isSame(shown, options.token)) return;
  const message = shown === null ? 'The request carries no token.' : 'The token is not that of this server.';
  throw new GoondanError('E_HTTP_UNAUTHORIZED', message);
}

/** Takes as long for a near miss as for a far one. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
