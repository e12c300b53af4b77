import { GoondanError, isRecord } from '@goondan/core';
import type { McpCaller } from '../caller.ts';
import type { FindCaller } from './callers.ts';
import { issuerKeys, type IssuerKeys } from './issuer-keys.ts';

/** How long the authorization server may take to show its keys. */
const fetchTimeoutMs = 10_000;

/** Clocks differ. */
const leewaySeconds = 60;

/** What the authorization server says of whoever shows its token. */
export interface TokenClaims {
  readonly subject: string;
  readonly scopes: readonly string[];
}

/** Whose tokens are taken, and for whom. */
export interface AccessTokenOptions {
  readonly issuer: string;
  /** What a token has to allow. */
  readonly scopes?: readonly string[];
  /** Who is behind a token; undefined for somebody who gets nothing. */
  readonly callerOf: (claims: TokenClaims) => McpCaller | undefined;
  readonly fetch?: (url: string) => Promise<Response>;
}

/** Knows callers by access tokens (JWT, RFC 9068) that an authorization server has signed for this very server. */
export function callersByAccessToken(options: AccessTokenOptions): FindCaller {
  const { issuer, scopes = [], callerOf, fetch: get = fetchSoon } = options;
  const keys = issuerKeys(issuer, get);
  return async (token, resource) => {
    const payload = await verifiedPayload(token, keys);
    if (payload === undefined) return undefined;
    const claims = claimsOf(payload, { issuer, resource });
    if (claims === undefined || !scopes.every((scope) => claims.scopes.includes(scope))) return undefined;
    return callerOf(claims);
  };
}

async function verifiedPayload(
  token: string,
  keys: IssuerKeys,
): Promise<Record<string, unknown> | undefined> {
  const [header = '', payload = '', signature = '', ...others] = token.split('.');
  if (signature === '' || others.length > 0) return undefined;
  const { alg, kid } = decoded(header) ?? {};
  if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return undefined;
  const data = new TextEncoder().encode(`${header}.${payload}`);
  const isSigned = await keys.verify({ algorithm: alg, keyId: kid, signature: bytesOf(signature), data });
  return isSigned ? decoded(payload) : undefined;
}

function claimsOf(
  payload: Record<string, unknown>,
  { issuer, resource }: { readonly issuer: string; readonly resource: string },
): TokenClaims | undefined {
  const { iss, aud, sub, exp, nbf, scope } = payload;
  const now = Date.now() / 1000;
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer || typeof sub !== 'string' || !audiences.includes(resource)) return undefined;
  if (typeof exp !== 'number' || exp + leewaySeconds < now) return undefined;
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf - leewaySeconds > now)) return undefined;
  return { subject: sub, scopes: typeof scope === 'string' ? scope.split(' ') : [] };
}

function fetchSoon(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(part: string): Uint8Array {
  return Buffer.from(part, 'base64url');
}

/** Throws `E_USAGE` unless it can be an issuer: https, or this machine. */
export function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return;
  throw new GoondanError('E_USAGE', `'${issuer}' is no issuer of tokens.`, {
    suggestion: 'Give the https address of the authorization server.',
  });
}
