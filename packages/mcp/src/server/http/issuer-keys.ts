import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isRecord } from '@goondan/core';

/** A signature to be looked at. */
interface SignedData {
  readonly algorithm: string;
  readonly keyId: string | undefined;
  readonly signature: Uint8Array;
  readonly data: Uint8Array;
}

/** The keys an authorization server signs with. */
export interface IssuerKeys {
  verify(signed: SignedData): Promise<boolean>;
}

const keptMs = 10 * 60 * 1000;
/** A key that is not known may be a new one; whoever makes them up does not make us ask each time. */
const askedAgainMs = 30 * 1000;

type Check = (key: KeyObject, signed: SignedData) => boolean;

/** What tokens may be signed with, each with keys of its own kind alone. */
const checks = new Map<string, { readonly keyType: string; readonly isSigned: Check }>([
  [
    'RS256',
    { keyType: 'rsa', isSigned: (key, { data, signature }) => verify('sha256', data, key, signature) },
  ],
  [
    'PS256',
    {
      keyType: 'rsa',
      isSigned: (key, { data, signature }) =>
        verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
    },
  ],
  [
    'ES256',
    {
      keyType: 'ec',
      isSigned: (key, { data, signature }) =>
        verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
    },
  ],
  [
    'EdDSA',
    { keyType: 'ed25519', isSigned: (key, { data, signature }) => verify(null, data, key, signature) },
  ],
]);

/** The keys of an issuer, found by its metadata (RFC 8414) and kept for a while. */
export function issuerKeys(issuer: string, get: (url: string) => Promise<Response>): IssuerKeys {
  let known: { readonly keys: readonly Record<string, unknown>[]; readonly at: number } | undefined;
  let asking: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    known = { keys: await readKeys(issuer, get), at: Date.now() };
  };
  const ask = (): Promise<void> =>
    (asking ??= read().finally(() => {
      asking = undefined;
    }));
  const fitting = (keyId: string | undefined): readonly Record<string, unknown>[] =>
    (known?.keys ?? []).filter(({ kid, use }) => (keyId === undefined || kid === keyId) && use !== 'enc');
  return {
    async verify(signed) {
      const { algorithm, keyId } = signed;
      const check = checks.get(algorithm);
      if (check === undefined) return false;
      const age = Date.now() - (known?.at ?? 0);
      if (age > keptMs || (fitting(keyId).length === 0 && age > askedAgainMs)) await ask();
      return fitting(keyId)
        .map(publicKey)
        .some((key) => key?.asymmetricKeyType === check.keyType && check.isSigned(key, signed));
    },
  };
}

function publicKey(jwk: Record<string, unknown>): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return undefined;
  }
}

async function readKeys(
  issuer: string,
  get: (url: string) => Promise<Response>,
): Promise<readonly Record<string, unknown>[]> {
  for (const url of metadataUrls(issuer)) {
    const metadata = await readJson(url, get);
    if (metadata?.['issuer'] !== issuer || typeof metadata['jwks_uri'] !== 'string') continue;
    const { keys } = (await readJson(metadata['jwks_uri'], get)) ?? {};
    return Array.isArray(keys) ? keys.filter(isRecord) : [];
  }
  return [];
}

/** Before the path of the issuer as RFC 8414 has it, then after it as OpenID has it. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function readJson(
  url: string,
  get: (url: string) => Promise<Response>,
): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await get(url);
    const value: unknown = response.ok ? await response.json() : undefined;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
