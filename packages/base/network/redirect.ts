import { GoondanError } from '@goondan/core/basics';
import type { Exchange } from './exchange.ts';

/** Headers that say nothing about the sender and may follow to another host. */
const harmless = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'range',
  'cache-control',
]);
const bodyHeaders = ['content-type', 'content-encoding', 'content-language'];

/** True for an answer that sends elsewhere. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The address a redirect names, not checked yet. */
export function redirectAddress(location: string, from: URL): string {
  // Headers come as Latin characters, but addresses in them are meant as UTF-8, and blanks are common.
  const written = Buffer.from(location, 'latin1').toString('utf8').trim().replaceAll(' ', '%20');
  // Not parsed here, so that the check sees what the server wrote and not what the parser made of it.
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written;
  const url = URL.parse(written, from.href);
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (url !== null && !/[\0-\x1f\x7f]/.test(written)) return url.href;
  throw new GoondanError('E_NETWORK_REDIRECT', `${from.host} redirects to what is not an address.`);
}

/** What is sent to the next address: a form is not sent twice, and nothing of the sender goes to another origin. */
export function redirected(sent: Exchange, status: number, url: URL): Exchange {
  const headers = new Map(sent.headers);
  const becomesGet =
    (status === 303 && sent.method !== 'GET' && sent.method !== 'HEAD') ||
    ((status === 301 || status === 302) && sent.method === 'POST');
  if (becomesGet) for (const name of bodyHeaders) headers.delete(name);
  if (url.origin !== sent.url.origin)
    for (const name of headers.keys()) if (!harmless.has(name)) headers.delete(name);
  return becomesGet
    ? { url, method: 'GET', headers, body: undefined }
    : { url, method: sent.method, headers, body: sent.body };
}
