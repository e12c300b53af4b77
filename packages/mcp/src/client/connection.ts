import { isRecord, type JsonObject } from '@goondan/core';
import type {
  CallToolResult,
  Client,
  ClientOptions,
  ElicitRequest,
  ElicitResult,
  PriorDiscovery,
  RequestOptions,
  StandardSchemaV1,
  Tool,
} from '@modelcontextprotocol/client';
import { connectionFailure, isClosedDuringProbe, isReset, isUnauthorized } from './failure.ts';
import type { HttpTransport } from './http-transport.ts';
import type { StdioTransport } from './stdio-transport.ts';
import { clientInfo } from './client-info.ts';
import { taskExtension } from './task-extension.ts';

/** Longer than any call may take: the executor and the caller's signal end it. */
const noLimitMs = 2_147_483_647;
/** Servers of the older revision may say nothing at all to what they do not know. */
const probeShare = 0.5;
const longestProbeMs = 5_000;

/** What a connection is opened with. */
export interface ConnectionOptions {
  /** The key of the server, for messages. */
  readonly key: string;
  readonly startTimeoutMs: number;
  /** A transport for one attempt. */
  transport(): Promise<StdioTransport | HttpTransport>;
  /** Has a person log in, where the server wants it and there is one; false where nobody can. */
  readonly login?: (transport: HttpTransport) => Promise<boolean>;
  /** Known from before: it spares the question. */
  readonly isLegacy?: boolean;
  onClosed(reason: string): void;
  onToolsChanged(): void;
  /** Answers what a server of the older revision asks in the middle of a call. */
  elicit(params: ElicitRequest['params']): Promise<ElicitResult>;
}

/** What a call is given besides its arguments. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: NonNullable<RequestOptions['onprogress']>;
}

/** A result, or that the server wants to know something first (2026-07-28). */
export type CallAnswer = CallToolResult | InputRequired;

/** What a server wants to know before it goes on. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** True for an answer that is a question. */
export function isInputRequired(answer: CallAnswer): answer is InputRequired {
  return 'resultType' in answer && answer.resultType === 'input_required';
}

/** One open connection to a server, of either protocol family. */
export class Connection {
  readonly #client: Client;
  readonly #transport: StdioTransport | HttpTransport;
  readonly #login: ConnectionOptions['login'];
  #isClosed = false;
  #isRetired = false;
  #underWay = 0;

  private constructor(
    client: Client,
    transport: StdioTransport | HttpTransport,
    login: ConnectionOptions['login'],
  ) {
    this.#client = client;
    this.#transport = transport;
    this.#login = login;
  }

  /** Connects and agrees on a revision. Throws `E_MCP_UNAVAILABLE`, `E_MCP_TIMEOUT` and `E_MCP_AUTH`. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    let prior: PriorDiscovery | undefined = options.isLegacy === true ? { kind: 'legacy' } : undefined;
    let hasLoggedIn = false;
    let wasReset = false;
    for (;;) {
      const transport = await options.transport();
      const client = await makeClient(options, 'pid' in transport);
      try {
        await connectWithin(options, client, transport, prior);
        return Connection.#opened(options, client, transport);
      } catch (thrown) {
        await transport.close();
        const mayLogIn = !hasLoggedIn && isUnauthorized(thrown) && 'finishAuth' in transport;
        if (mayLogIn && (await options.login?.(transport)) === true) hasLoggedIn = true;
        else if (prior === undefined && 'pid' in transport && isClosedDuringProbe(thrown))
          prior = { kind: 'legacy' };
        // A server closes a connection that was idle just as we use it: nothing has begun yet, so it may be said again.
        else if (!wasReset && !('pid' in transport) && isReset(thrown)) wasReset = true;
        else
          throw connectionFailure(
            options.key,
            thrown,
            'lastWords' in transport ? transport.lastWords : undefined,
          );
      }
    }
  }

  static #opened(
    options: ConnectionOptions,
    client: Client,
    transport: StdioTransport | HttpTransport,
  ): Connection {
    const connection = new Connection(client, transport, options.login);
    const onclose = (): void => {
      connection.#isClosed = true;
      options.onClosed(connection.lastWords);
    };
    Object.assign(client, { onclose });
    return connection;
  }

  /** True for a server of 2025-11-25 or before. */
  get isLegacy(): boolean {
    return this.#client.getProtocolEra() !== 'modern';
  }

  /** What the server calls itself. */
  get serverInfo(): { readonly name?: string; readonly version?: string } {
    return this.#client.getServerVersion() ?? {};
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True where the server keeps a session for us, which it may forget. */
  get hasSession(): boolean {
    return 'sessionId' in this.#transport && this.#transport.sessionId !== undefined;
  }

  /** Why it ended, for a message. */
  get lastWords(): string {
    return 'lastWords' in this.#transport ? this.#transport.lastWords : 'the connection was closed';
  }

  /** All tools the server has now. */
  async tools(timeoutMs: number): Promise<Tool[]> {
    const { tools } = await this.#client.listTools(undefined, { timeout: timeoutMs, cacheMode: 'refresh' });
    return tools;
  }

  /** Calls a tool. `more` are further parameters, such as answers to what the server wanted to know. */
  async call(
    name: string,
    args: JsonObject,
    more: JsonObject,
    options: CallOptions = {},
  ): Promise<CallAnswer> {
    this.#underWay += 1;
    try {
      const result: unknown = await this.#authorized(() =>
        this.#client.callTool(
          { name, arguments: args, ...more },
          { ...options, timeout: noLimitMs, allowInputRequired: true },
        ),
      );
      if (isAnswer(result)) return result;
      throw new Error('the answer is no result');
    } finally {
      this.#underWay -= 1;
      if (this.#isRetired) this.retire();
    }
  }

  /** Ends it once the calls under way have ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#underWay === 0) void this.close().catch(() => undefined);
  }

  /** A tool may need more than the login so far allows: what was refused for that has not been looked at. */
  async #authorized<Value>(send: () => Promise<Value>): Promise<Value> {
    try {
      return await send();
    } catch (thrown) {
      const transport = this.#transport;
      if (!isUnauthorized(thrown) || !('finishAuth' in transport)) throw thrown;
      if ((await this.#login?.(transport)) !== true) throw thrown;
      return send();
    }
  }

  /** Sends a request that the SDK has no method for, such as those about tasks. */
  async request(
    method: string,
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.#client.request({ method, params }, anyResult, options);
  }

  /** Ends it, and the server with it if we have started it. */
  async close(): Promise<void> {
    await this.#client.close();
    await this.#transport.close();
  }
}

function isAnswer(value: unknown): value is CallAnswer {
  return isRecord(value);
}

async function makeClient(options: ConnectionOptions, isStdio: boolean): Promise<Client> {
  const { startTimeoutMs } = options;
  const probeMs = isStdio ? Math.min(longestProbeMs, Math.ceil(startTimeoutMs * probeShare)) : startTimeoutMs;
  const { Client: SdkClient } = await import('@modelcontextprotocol/client');
  const client = new SdkClient(clientInfo, {
    capabilities: {
      elicitation: { form: { applyDefaults: true }, url: {} },
      extensions: { [taskExtension]: {} },
    },
    versionNegotiation: {
      mode: 'auto',
      probe: { timeoutMs: probeMs },
    },
    inputRequired: { autoFulfill: false },
    jsonSchemaValidator: unchecked,
    listChanged: {
      tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() },
    },
  });
  client.setRequestHandler('elicitation/create', ({ params }) => options.elicit(params));
  // What a server does against the protocol costs at most the call it concerns, and that one says so.
  Object.assign(client, { onerror: () => undefined });
  return client;
}

/** Results are checked once, against what was pinned. */
const unchecked: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator:
    <Value>() =>
    (input: unknown) =>
      isUnchecked<Value>(input)
        ? { valid: true, data: input, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: 'there is no value' },
};

function isUnchecked<Value>(value: unknown): value is Value {
  return value !== undefined;
}

const anyResult: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'goondan',
    validate: (value: unknown) =>
      isRecord(value) ? { value } : { issues: [{ message: 'the result is no object' }] },
  },
};

async function connectWithin(
  { startTimeoutMs }: ConnectionOptions,
  client: Client,
  transport: StdioTransport | HttpTransport,
  prior: PriorDiscovery | undefined,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('the start took too long', 'TimeoutError')),
      startTimeoutMs,
    );
  });
  const connected = client.connect(transport, {
    timeout: startTimeoutMs,
    ...(prior === undefined ? {} : { prior }),
  });
  // It may end after we have given up.
  connected.catch(() => undefined);
  try {
    await Promise.race([connected, late]);
  } finally {
    clearTimeout(timer);
  }
}
