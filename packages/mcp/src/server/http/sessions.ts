import { randomUUID } from 'node:crypto';
import {
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Server,
} from '@modelcontextprotocol/server';
import type { McpCaller } from '../caller.ts';

/** What sessions are made with. */
export interface SessionsOptions {
  readonly createServer: (caller: McpCaller) => Server;
  /** How many there may be; the one that was silent for longest makes room. */
  readonly mostSessions: number;
  readonly mostBytes: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly caller: McpCaller;
}

/** The sessions of clients that speak 2025-11-25 or older. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** The one that was used last comes last. */
  readonly #sessions = new Map<string, Session>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Answers a request of the older family. */
  async answer(
    request: Request,
    who: { readonly caller: McpCaller; readonly authInfo: AuthInfo },
  ): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : this.#use(id, who.caller);
    if (id !== null && session === undefined) return notFound();
    const { transport } = session ?? (await this.#open(who.caller));
    const response = await transport.handleRequest(request, { authInfo: who.authInfo });
    // What was no handshake has opened nothing.
    if (session === undefined && transport.sessionId === undefined) await transport.close();
    return response;
  }

  /** Ends them all. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  #use(id: string, caller: McpCaller): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || session.caller.name !== caller.name) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  async #open(caller: McpCaller): Promise<Session> {
    const server = this.#options.createServer(caller);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: this.#options.mostBytes,
      onsessioninitialized: async (id) => {
        this.#sessions.set(id, { transport, server, caller });
        await this.#makeRoom();
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    await server.connect(transport);
    return { transport, server, caller };
  }

  async #makeRoom(): Promise<void> {
    for (const [id, { server }] of this.#sessions) {
      if (this.#sessions.size <= this.#options.mostSessions) return;
      this.#sessions.delete(id);
      await server.close();
    }
  }
}

function notFound(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
