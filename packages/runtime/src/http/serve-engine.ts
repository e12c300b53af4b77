import { randomBytes } from 'node:crypto';
import { GoondanError } from '@goondan/core';
import type { Engine } from '../engine/engine.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { checkHost, checkToken } from './admission.ts';
import { HeldCalls } from './held-calls.ts';
import type { HttpHost } from './host.ts';
import { route } from './routes.ts';
import { stateInFiles, type ServedState } from './served-state.ts';
import { errorResponse, jsonResponse } from './status-error.ts';

/** How an engine is served. */
export interface ServeEngineOptions {
  /** Where the engine's state lies. */
  readonly layout: WorkspaceLayout;
  /** What is on record, where the engine keeps it elsewhere than in the files of the layout. */
  readonly state?: ServedState;
  readonly agents: readonly string[];
  /** Default: any that is free. */
  readonly port?: number;
  /** What requests have to carry; made at random without it. */
  readonly token?: string;
  /** How often a quiet stream of events says that it is still there. Default 15 s. */
  readonly heartbeatMs?: number;
  /** How many bytes of events may wait for a slow reader. Default 1 MiB. */
  readonly mostBuffered?: number;
}

/** A server that runs. */
export interface EngineServer {
  readonly url: string;
  readonly token: string;
  /** Takes no more requests, answers those that wait, and ends; the engine is left as it is. */
  close(): Promise<void>;
}

const defaultHeartbeatMs = 15_000;
const defaultMostBuffered = 1024 * 1024;
/** How long answers under way may take once the server is to end. */
const closeGraceMs = 2_000;

/** Serves an engine over HTTP on the loopback interface, to those who have the token. Made before `resume`, it knows of every held call. */
export async function serveEngine(engine: Engine, options: ServeEngineOptions): Promise<EngineServer> {
  const token = options.token ?? randomBytes(32).toString('base64url');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new GoondanError('E_USAGE', 'The token must be printable ASCII without blanks.');
  const state = options.state ?? stateInFiles(options.layout);
  const held = new HeldCalls(async (handle) => (await state.handle(handle))?.completedAt !== undefined);
  const closing = new AbortController();
  const host: HttpHost = {
    engine,
    state,
    agents: options.agents,
    held,
    heartbeatMs: options.heartbeatMs ?? defaultHeartbeatMs,
    mostBuffered: options.mostBuffered ?? defaultMostBuffered,
    closing: closing.signal,
  };
  const server = listen(options.port ?? 0, (request) => answer(host, request, token));
  const stopObserving = engine.observe((event) => held.observe(event));
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${server.port}`,
    token,
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    closing.abort();
    stopObserving();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeGraceMs);
    });
    await Promise.race([server.stop(), late]);
    clearTimeout(timer);
    await server.stop(true);
  }
}

function listen(port: number, fetch: (request: Request) => Promise<Response>): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: '127.0.0.1',
      port,
      // Turns take as long as they take; those who wait for one say nothing meanwhile.
      idleTimeout: 0,
      // A body over our own limit is refused by us, as an error like any other.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch,
      error: errorResponse,
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new GoondanError('E_HTTP_UNAVAILABLE', `Port ${port} cannot be served: ${reason}`, {
      suggestion: 'Choose another with --port, or 0 for any that is free.',
      cause: thrown,
    });
  }
}

async function answer(host: HttpHost, request: Request, token: string): Promise<Response> {
  try {
    checkHost(request.headers);
    const url = new URL(request.url);
    if (url.pathname === '/health' && request.method === 'GET')
      return jsonResponse({ status: host.closing.aborted ? 'closing' : 'ok', pid: process.pid });
    const query = url.pathname === '/events' ? url.searchParams.get('token') : null;
    checkToken(request.headers, { token, query });
    if (host.closing.aborted) throw new GoondanError('E_HTTP_UNAVAILABLE', 'The server is ending.');
    return await route({ host, request, url });
  } catch (thrown) {
    return errorResponse(thrown);
  }
}
