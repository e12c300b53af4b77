import { isRecord, parseJson } from '@goondan/core';
import type { FetchLike } from '@modelcontextprotocol/client';

const freshMs = 5_000;

/** What an authorization server answered. */
interface Granted {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly at: number;
}

/**
 * A fetch by which a token is renewed once, however many calls find it expired: who asks meanwhile gets the same answer, who was refused with
 * the old token is sent again with the new one.
 */
export function oneRefresh(fetch: FetchLike, currentToken: () => Promise<string | undefined>): FetchLike {
  const running = new Map<string, Promise<Granted>>();
  let last: { readonly grants: readonly (string | undefined)[]; readonly answer: Granted } | undefined;

  const renew = async (url: string | URL, init: RequestInit, grant: string): Promise<Response> => {
    // Who asks with what is used up has read it before the answer was kept; and what has just been brought is as new as can be.
    if (last?.grants.includes(grant) === true && Date.now() - last.answer.at < freshMs)
      return responseOf(last.answer);
    const asked = running.get(grant) ?? granted(fetch(url, init));
    running.set(grant, asked);
    try {
      const answer = await asked;
      if (answer.status === 200) last = { grants: [grant, nextGrant(answer.body)], answer };
      return responseOf(answer);
    } finally {
      running.delete(grant);
    }
  };

  return async (url, init = {}) => {
    const grant = grantOf(init);
    if (grant !== undefined) return renew(url, init, grant);
    const response = await fetch(url, init);
    const sent = bearerOf(init);
    if (response.status !== 401 || sent === undefined) return response;
    // What was refused is not fresh, whenever it came.
    if (last !== undefined && fieldOf(last.answer.body, 'access_token') === sent) last = undefined;
    await Promise.allSettled(running.values());
    const token = await currentToken();
    if (token === undefined || token === sent) return response;
    await response.body?.cancel();
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(url, { ...init, headers });
  };
}

async function granted(asked: Promise<Response>): Promise<Granted> {
  const response = await asked;
  return { status: response.status, headers: response.headers, body: await response.text(), at: Date.now() };
}

function responseOf({ status, headers, body }: Granted): Response {
  return new Response(body, { status, headers });
}

/** Names what is asked for; undefined for requests that are no renewal, such as the first login of a person. */
function grantOf({ body }: RequestInit): string | undefined {
  if (!(body instanceof URLSearchParams) && typeof body !== 'string') return undefined;
  const params = new URLSearchParams(body);
  switch (params.get('grant_type')) {
    case 'refresh_token':
      return `refresh ${params.get('refresh_token')}`;
    case 'client_credentials':
      return params.toString();
    default:
      return undefined;
  }
}

function nextGrant(body: string): string | undefined {
  const token = fieldOf(body, 'refresh_token');
  return token === undefined ? undefined : `refresh ${token}`;
}

function fieldOf(body: string, name: string): string | undefined {
  try {
    const parsed = parseJson(body);
    const value = isRecord(parsed) ? parsed[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function bearerOf({ headers }: RequestInit): string | undefined {
  const value = new Headers(headers).get('authorization');
  return value?.toLowerCase().startsWith('bearer ') === true ? value.slice(7) : undefined;
}
