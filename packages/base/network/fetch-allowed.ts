import type { IncomingMessage } from 'node:http';
import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { checkHeaders, checkMethod } from './check-request.ts';
import { checkUrl, type CheckedUrl } from './check-url.ts';
import { Deadline } from './deadline.ts';
import { exchange, type Exchange } from './exchange.ts';
import { networkError } from './network-error.ts';
import { systemNetwork, type Network } from './network.ts';
import { openConnection } from './open-connection.ts';
import { readBody } from './read-body.ts';
import { isRedirect, redirectAddress, redirected } from './redirect.ts';

/** What is asked for, and how much of it is taken. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Bytes of the body that are kept, counted after decompression. */
  readonly maxBytes: number;
  /** For the whole, redirects included. */
  readonly timeoutMs: number;
  /** How long an answer that has begun may be silent; 15 s by default. */
  readonly idleMs?: number;
  /** Whether redirects to other origins are followed; they are by default. */
  readonly redirect?: 'follow' | 'same-origin';
}

/** What came back; a status of 4xx or 5xx is no failure here. */
export interface FetchResponse {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** By name in lower case; what described the compression is gone where the body was decompressed. */
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole body: what the server declared where it was cut off, else what came. */
  readonly size: number;
  readonly truncated: boolean;
}

const maxRedirects = 5;
const defaultIdleMs = 15_000;

/**
 * Fetches over http(s) from public addresses and those that policy allows (POL-5). The address that was checked is the
 * one that is dialled, at every redirect again; no proxy, no cookie, no credential of ours is used.
 */
export async function fetchAllowed(
  ctx: Pick<ToolContext, 'permissions' | 'signal'>,
  request: FetchRequest,
  network: Network = systemNetwork,
): Promise<FetchResponse> {
  const { permissions, signal } = ctx;
  const method = checkMethod(request.method ?? 'GET');
  const headers = checkHeaders(request.headers ?? {});
  let target = checkUrl(request.url, permissions);
  let sent: Exchange = { url: target.url, method, headers, body: bytesOf(request.body) };
  const { timeoutMs: totalMs, idleMs = defaultIdleMs } = request;
  using deadline = new Deadline(signal, { totalMs, idleMs: Math.min(idleMs, totalMs) });
  for (let redirects = 0; ; redirects += 1) {
    const socket = await openConnection(target, { network, permissions, deadline });
    const end = (): void => void socket.destroy();
    deadline.signal.addEventListener('abort', end, { once: true });
    try {
      const response = await deadline.guard(exchange(socket, sent));
      deadline.touch();
      const location = response.headers.location;
      const status = response.statusCode ?? 0;
      if (!isRedirect(status) || location === undefined)
        return await answer(response, target, { maxBytes: request.maxBytes, deadline });
      target = checkUrl(redirectAddress(location, target.url), permissions);
      checkRedirect(sent.url, target, { redirects, isSameOriginOnly: request.redirect === 'same-origin' });
      sent = redirected(sent, status, target.url);
    } catch (thrown) {
      deadline.signal.throwIfAborted();
      throw networkError(thrown, target.url.host);
    } finally {
      deadline.signal.removeEventListener('abort', end);
      socket.destroy();
    }
  }
}

async function answer(
  response: IncomingMessage,
  { url }: CheckedUrl,
  limits: { readonly maxBytes: number; readonly deadline: Deadline },
): Promise<FetchResponse> {
  const { isDecoded, ...kept } = await readBody(response, limits);
  const headers = Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (isDecoded && (name === 'content-encoding' || name === 'content-length')) return [];
      return [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
  return { url: url.href, status: response.statusCode ?? 0, headers, ...kept };
}

function checkRedirect(
  from: URL,
  { url }: CheckedUrl,
  { redirects, isSameOriginOnly }: { readonly redirects: number; readonly isSameOriginOnly: boolean },
): void {
  if (redirects >= maxRedirects)
    throw new GoondanError('E_NETWORK_REDIRECT', `There were more than ${maxRedirects} redirects.`, {
      suggestion: 'The pages may redirect in a circle. Use another address.',
    });
  if (isSameOriginOnly && url.origin !== from.origin)
    throw new GoondanError(
      'E_NETWORK_REDIRECT',
      `${from.origin} redirects to ${url.origin}, another origin.`,
    );
}

function bytesOf(body: string | Uint8Array | undefined): Uint8Array | undefined {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
