import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** An authorization server that signs whatever a test wants. */
export interface Issuer {
  readonly url: string;
  /** How often its keys were asked for. */
  readonly asked: () => number;
  token(
    claims: Readonly<Record<string, unknown>>,
    options?: { readonly key?: KeyObject; readonly alg?: string },
  ): string;
  close(): Promise<void>;
}

/** Starts one on this machine. */
export function startIssuer(): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' };
  let asked = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const { pathname, origin } = new URL(url);
      if (pathname === '/.well-known/oauth-authorization-server')
        return Response.json({ issuer: origin, jwks_uri: `${origin}/keys` });
      if (pathname !== '/keys') return new Response(null, { status: 404 });
      asked += 1;
      return Response.json({ keys: [jwk] });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    asked: () => asked,
    token: (claims, { key = privateKey, alg = 'ES256' } = {}) => {
      const exp = Math.floor(Date.now() / 1000) + 600;
      const head = part({ alg, kid: 'one', typ: 'at+jwt' });
      const body = part({ iss: url, sub: 'ann', exp, ...claims });
      if (alg === 'none') return `${head}.${body}.`;
      const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' });
      return `${head}.${body}.${signature.toString('base64url')}`;
    },
    close: () => server.stop(true),
  };
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
