import { isRecord } from '@goondan/core';

/** A server by HTTP that a test can make forget, refuse and expire. */
export interface HttpServer extends Disposable {
  readonly url: string;
  /** How often each method was asked for. */
  readonly asked: Map<string, number>;
  /** Forgets all sessions, as after a restart. */
  forget(): void;
  /** From now on only this token is good. */
  expect(token: string | undefined): void;
  /** Tokens that were refreshed, in order. */
  readonly refreshed: string[];
}

/** Speaks 2025-11-25 with sessions, and is its own authorization server. */
export function httpServer(): HttpServer {
  const asked = new Map<string, number>();
  const refreshed: string[] = [];
  let sessions = new Set<string>();
  let token: string | undefined;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url);
      if (pathname.startsWith('/.well-known/oauth-protected-resource'))
        return Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      if (pathname.startsWith('/.well-known/'))
        return Response.json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
          grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
        });
      if (pathname === '/token') {
        const form = new URLSearchParams(await request.text());
        refreshed.push(form.get('refresh_token') ?? form.get('grant_type') ?? '');
        token = `token-${refreshed.length}`;
        return Response.json({
          access_token: token,
          token_type: 'Bearer',
          expires_in: 3600,
          refresh_token: `refresh-${refreshed.length}`,
        });
      }
      if (token !== undefined && request.headers.get('authorization') !== `Bearer ${token}`)
        return new Response('who are you', {
          status: 401,
          headers: {
            'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
          },
        });
      if (request.method === 'GET') return new Response(null, { status: 405 });
      if (request.method === 'DELETE') return new Response(null, { status: 200 });
      const message: unknown = await request.json();
      const { id, method, params } = isRecord(message) ? message : {};
      asked.set(String(method), (asked.get(String(method)) ?? 0) + 1);
      const session = request.headers.get('mcp-session-id');
      if (method === 'server/discover')
        return Response.json(
          { jsonrpc: '2.0', id, error: { code: -32601, message: 'not here' } },
          { status: 400 },
        );
      if (method !== 'initialize' && !sessions.has(session ?? ''))
        return new Response('no such session', { status: 404 });
      if (id === undefined) return new Response(null, { status: 202 });
      if (method === 'initialize') {
        const opened = crypto.randomUUID();
        sessions.add(opened);
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'sessions', version: '1' },
        };
        return Response.json({ jsonrpc: '2.0', id, result }, { headers: { 'mcp-session-id': opened } });
      }
      const result =
        method === 'tools/list'
          ? { tools: [{ name: 'ok', inputSchema: { type: 'object' } }] }
          : { content: [{ type: 'text', text: JSON.stringify(params) }] };
      return Response.json({ jsonrpc: '2.0', id, result });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/mcp`,
    asked,
    refreshed,
    forget: () => void (sessions = new Set()),
    expect: (expected) => void (token = expected),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
