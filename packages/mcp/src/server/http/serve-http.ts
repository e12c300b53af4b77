import { GoondanError } from '@goondan/core';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { McpCaller } from '../caller.ts';
import type { McpServerInfo } from '../create-mcp-server.ts';
import type { McpSource } from '../source.ts';
import { bearerOf, type FindCaller } from './callers.ts';
import { challenge } from './challenge.ts';
import type { ProtectedResource } from './protected-resource.ts';

/** How a source is served over HTTP. */
export interface ServeHttpOptions {
  readonly source: McpSource;
  readonly info: McpServerInfo;
  /** Default: any that is free. */
  readonly port?: number;
  /** Who shows a token. Without it everybody on this machine is let in as `openTo`. */
  readonly findCaller: FindCaller | { readonly openTo: McpCaller };
  /** Where tokens are given out, as far as an authorization server does that. */
  readonly authorization?: ProtectedResource;
  readonly onError?: (error: Error) => void;
  /** The largest request that is read. Default 16 MiB. */
  readonly mostBytes?: number;
  /** How many sessions of the older family there may be. Default 256. */
  readonly mostSessions?: number;
}

/** A server over HTTP. */
export interface McpHttpServer {
  /** The address of the one endpoint. */
  readonly url: string;
  /** Ends every exchange and takes no more. */
  close(): Promise<void>;
}

const path = '/mcp';
const defaultMostBytes = 16 * 1024 * 1024;
const defaultMostSessions = 256;

/** Serves a source over Streamable HTTP on the loopback interface, in both families of revisions. */
export async function serveMcpHttp(options: ServeHttpOptions): Promise<McpHttpServer> {
  const sdk = await import('@modelcontextprotocol/server');
  const { createMcpServer } = await import('../create-mcp-server.ts');
  const { createStateCodec } = await import('../state-codec.ts');
  const { Sessions } = await import('./sessions.ts');
  const { source, info, onError, authorization, mostBytes = defaultMostBytes } = options;
  const codec = createStateCodec();
  const callers = new WeakMap<AuthInfo, McpCaller>();
  const sessions = new Sessions({
    createServer: (caller) => createMcpServer({ source, info, caller, era: 'legacy', codec, isKept: true }),
    mostSessions: options.mostSessions ?? defaultMostSessions,
    mostBytes,
  });
  const modern = sdk.createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (caller === undefined) throw new Error('a request without a caller was let in');
      return createMcpServer({ source, info, caller, era: 'modern', codec, isKept: false });
    },
    {
      legacy: 'reject',
      maxRequestBodySize: mostBytes,
      ...(onError === undefined ? {} : { onerror: onError }),
    },
  );
  const stopListening = source.onToolsChanged?.(() => modern.notify.toolsChanged());
  const hosts = sdk.localhostAllowedHostnames();
  const origins = sdk.localhostAllowedOrigins();
  const server = listen(options.port ?? 0, answer);
  const origin = `http://127.0.0.1:${server.port}`;
  return { url: `${origin}${path}`, close };

  async function answer(request: Request): Promise<Response> {
    const refused =
      sdk.hostHeaderValidationResponse(request, hosts) ?? sdk.originValidationResponse(request, origins);
    if (refused !== undefined) return refused;
    const { pathname } = new URL(request.url);
    const document = authorization?.documentAt(pathname, origin + path);
    if (document !== undefined) return Response.json(document);
    if (pathname !== path)
      return new Response(`There is nothing here; MCP is at ${path}.\n`, { status: 404 });
    const token = bearerOf(request.headers);
    const caller = await callerOf(token);
    if (caller === undefined)
      return challenge(token !== undefined, authorization?.metadataUrl(origin + path));
    const authInfo: AuthInfo = { token: token ?? '', clientId: caller.name, scopes: [] };
    callers.set(authInfo, caller);
    const isLegacy = await sdk.isLegacyRequest(request, undefined, { maxRequestBodySize: mostBytes });
    return isLegacy ? sessions.answer(request, { caller, authInfo }) : modern.fetch(request, { authInfo });
  }

  async function callerOf(token: string | undefined): Promise<McpCaller | undefined> {
    const { findCaller } = options;
    if (typeof findCaller !== 'function') return findCaller.openTo;
    return token === undefined ? undefined : findCaller(token, origin + path);
  }

  async function close(): Promise<void> {
    stopListening?.();
    await Promise.all([sessions.close(), modern.close()]);
    await server.stop(true);
  }
}

function listen(port: number, fetch: (request: Request) => Promise<Response>): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: '127.0.0.1',
      port,
      // Calls take as long as they take; streams may be silent for longer.
      idleTimeout: 0,
      // What is too large is refused by us, in the words of the protocol.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch,
      error: internalError,
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new GoondanError('E_HTTP_UNAVAILABLE', `Port ${port} cannot be served: ${reason}`, {
      suggestion: 'Choose another, or 0 for any that is free.',
      cause: thrown,
    });
  }
}

/** Whatever it was, a client is not shown where in our code it came from. */
function internalError(): Response {
  const error = { code: -32_603, message: 'Internal error' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 500 });
}
