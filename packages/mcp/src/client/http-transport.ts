import type {
  FetchLike,
  JSONRPCMessage,
  OAuthClientProvider,
  AuthProvider,
  StreamableHTTPClientTransport,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { cappedFetch } from './capped-fetch.ts';
import { acceptable } from './wire-message.ts';

/** A server that is reached by HTTP. */
export interface HttpServer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: OAuthClientProvider | AuthProvider;
  readonly fetch?: FetchLike;
  readonly maxMessageBytes: number;
}

/** Speaks to a server by Streamable HTTP: the SDK's transport, with results that are tasks made known to it and answers of bounded size. */
export class HttpTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly hasPerRequestStream = true;
  readonly #inner: StreamableHTTPClientTransport;

  private constructor(inner: StreamableHTTPClientTransport) {
    this.#inner = inner;
  }

  /** A transport that is not started yet. */
  static async to({ url, headers, auth, fetch, maxMessageBytes }: HttpServer): Promise<HttpTransport> {
    const { StreamableHTTPClientTransport: Inner } = await import('@modelcontextprotocol/client');
    return new HttpTransport(
      new Inner(url, {
        requestInit: { headers: { ...headers } },
        fetch: cappedFetch(fetch ?? ((input, init) => globalThis.fetch(input, init)), maxMessageBytes),
        ...(auth === undefined ? {} : { authProvider: auth }),
      }),
    );
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  start(): Promise<void> {
    const inner = this.#inner;
    Object.assign(inner, {
      onmessage: (message: JSONRPCMessage) => this.onmessage?.(acceptable(message)),
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => this.onclose?.(),
    });
    return inner.start();
  }

  send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const { resumptionToken, onresumptiontoken, requestSignal, onRequestStreamEnd, headers } = options;
    return this.#inner.send(message, {
      ...(resumptionToken === undefined ? {} : { resumptionToken }),
      ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
      ...(requestSignal === undefined ? {} : { requestSignal }),
      ...(onRequestStreamEnd === undefined ? {} : { onRequestStreamEnd }),
      ...(headers === undefined ? {} : { headers }),
    });
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Takes what came back from the login of a person. */
  finishAuth(callback: URLSearchParams): Promise<void> {
    return this.#inner.finishAuth(callback);
  }

  async close(): Promise<void> {
    try {
      if (this.#inner.sessionId !== undefined) await this.#inner.terminateSession();
    } catch {
      // A server need not take it.
    }
    await this.#inner.close();
  }
}
