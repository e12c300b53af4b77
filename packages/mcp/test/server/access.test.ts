import { generateKeyPairSync } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'bun:test';
import {
  callersByAccessToken,
  callersByToken,
  callerWith,
  owner,
  protectedResource,
  serveMcpHttp,
  type McpSource,
  type ServeHttpOptions,
} from '@goondan/mcp';
import { startIssuer } from './issuer.ts';
import { textWith } from './matchers.ts';
import { newClient, withClient } from './served.ts';

const source: McpSource = {
  tools: async () =>
    ['calculator__evaluate', 'calculator__explain', 'bash__exec'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    })),
  call: async ({ name }, { caller }) => ({
    kind: 'result',
    result: { content: [{ type: 'text', text: `${name} for ${caller.name}` }] },
  }),
};
const info = { name: 'test', version: '1.0.0' };

async function serving<Value>(
  options: Pick<ServeHttpOptions, 'findCaller' | 'authorization'>,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const server = await serveMcpHttp({ source, info, ...options });
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info },
});

/** Posts a handshake. `fetch` does not let the host be chosen. */
function post(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; challenge: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        response.resume();
        resolve({
          status: response.statusCode ?? 0,
          challenge: response.headers['www-authenticate'] ?? '',
        });
        request.destroy();
      },
    );
    request.on('error', reject);
    request.end(initialize);
  });
}

describe('who is let in over HTTP', () => {
  const byToken = callersByToken([
    { token: 'token-of-the-owner', caller: owner },
    { token: 'token-of-ci', caller: callerWith('ci', ['calculator__*']) },
  ]);

  test('a request without a token, or with another, is refused and told to bring one', async () => {
    await serving({ findCaller: byToken }, async (url) => {
      expect(await post(url, {})).toEqual({ status: 401, challenge: 'Bearer' });
      const wrong = await post(url, { authorization: 'Bearer token-of-the-owne' });
      expect(wrong).toMatchObject({ status: 401, challenge: textWith('error="invalid_token"') });
      expect((await post(url, { authorization: 'Bearer token-of-ci' })).status).toBe(200);
    });
  });

  test('a name that was made to lead here, and a page of another site, are refused before anything else', async () => {
    await serving({ findCaller: { openTo: owner } }, async (url) => {
      expect((await post(url, { host: 'evil.example' })).status).toBe(403);
      expect((await post(url, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await post(url, { origin: 'null' })).status).toBe(403);
      expect((await post(url, { host: 'localhost:1234', origin: 'http://localhost:1234' })).status).toBe(200);
    });
  });

  test('a caller lists and calls what its patterns name, and of the rest it hears as of nothing', async () => {
    await serving({ findCaller: byToken }, async (url) => {
      for (const family of ['legacy', 'modern'] as const)
        await withClient({ url, token: 'token-of-ci' }, newClient(family), async (client) => {
          const { tools } = await client.listTools();
          expect(tools.map(({ name }) => name)).toEqual(['calculator__evaluate', 'calculator__explain']);
          expect(await client.callTool({ name: 'calculator__evaluate' })).toMatchObject({
            content: [{ text: 'calculator__evaluate for ci' }],
          });
          expect(client.callTool({ name: 'bash__exec' })).rejects.toThrow('Unknown tool: bash__exec');
          expect(client.callTool({ name: 'bash__nothing' })).rejects.toThrow('Unknown tool: bash__nothing');
        });
    });
  });

  test('a session belongs to the caller that opened it', async () => {
    await serving({ findCaller: byToken }, async (url) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const opened = await fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: 'Bearer token-of-the-owner' },
        body: initialize,
      });
      const session = opened.headers.get('mcp-session-id') ?? '';
      const list = (token: string): Promise<Response> =>
        fetch(url, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${token}`, 'mcp-session-id': session },
          body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }),
        });
      expect((await list('token-of-the-owner')).status).toBe(200);
      expect((await list('token-of-ci')).status).toBe(404);
    });
  });

  test('a request that is too large is refused, and one on another path finds nothing', async () => {
    const server = await serveMcpHttp({ source, info, findCaller: { openTo: owner }, mostBytes: 1000 });
    try {
      const large = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(2000) }),
      });
      expect(large.status).toBe(413);
      expect((await fetch(new URL('/other', server.url))).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

describe('with an authorization server', () => {
  test('whoever has no token is told where to get one (RFC 9728)', async () => {
    const authorization = protectedResource({ issuer: 'https://login.example', scopes: ['tools'] });
    await serving({ findCaller: async () => undefined, authorization }, async (url) => {
      const metadataUrl = new URL('/.well-known/oauth-protected-resource/mcp', url).href;
      expect((await post(url, {})).challenge).toBe(`Bearer resource_metadata="${metadataUrl}"`);
      expect(await (await fetch(metadataUrl)).json()).toEqual({
        resource: url,
        authorization_servers: ['https://login.example'],
        bearer_methods_supported: ['header'],
        scopes_supported: ['tools'],
      });
    });
  });

  test('a token is taken that it has signed for this server, for now, and for somebody who is known', async () => {
    const issuer = startIssuer();
    const findCaller = callersByAccessToken({
      issuer: issuer.url,
      scopes: ['tools'],
      callerOf: ({ subject }) => (subject === 'ann' ? callerWith('ann', ['calculator__*']) : undefined),
    });
    try {
      await serving({ findCaller }, async (url) => {
        const statusOf = async (token: string): Promise<number> =>
          (await post(url, { authorization: `Bearer ${token}` })).status;
        const good = { aud: url, scope: 'tools more' };
        expect(await statusOf(issuer.token(good))).toBe(200);
        expect(await statusOf(issuer.token({ ...good, aud: ['x', url] }))).toBe(200);
        expect(await statusOf(issuer.token({ ...good, aud: 'http://127.0.0.1:1/mcp' }))).toBe(401);
        expect(await statusOf(issuer.token({ ...good, exp: 1000 }))).toBe(401);
        expect(await statusOf(issuer.token({ ...good, nbf: Date.now() }))).toBe(401);
        expect(await statusOf(issuer.token({ ...good, iss: 'https://other.example' }))).toBe(401);
        expect(await statusOf(issuer.token({ ...good, scope: 'more' }))).toBe(401);
        expect(await statusOf(issuer.token({ ...good, sub: 'bob' }))).toBe(401);
        expect(await statusOf(issuer.token(good, { alg: 'none' }))).toBe(401);
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        expect(await statusOf(issuer.token(good, { key: privateKey }))).toBe(401);
        expect(await statusOf('nonsense')).toBe(401);
        expect(issuer.asked()).toBe(1);
      });
    } finally {
      await issuer.close();
    }
  });
});
