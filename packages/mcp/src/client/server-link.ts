import { GoondanError, type JsonObject } from '@goondan/core';
import type { Tool } from '@modelcontextprotocol/client';
import type { CallAnswer, CallOptions, Connection } from './connection.ts';
import { callFailure, isSessionGone, messageOf } from './failure.ts';

const firstDelayMs = 1_000;
const longestDelayMs = 300_000;
/** A connection that lasted so long, or that got something done, was a good one. */
const steadyMs = 10_000;
const debounceMs = 50;
/** So many lists in so long are asked for at once; a server that wants more waits. */
const promptLists = 5;
const promptWithinMs = 5_000;

/** What a connection tells whoever opened it. */
export interface LinkEvents {
  onClosed(reason: string): void;
  onToolsChanged(): void;
}

/** What a link is made of. */
export interface LinkOptions {
  readonly key: string;
  readonly startTimeoutMs: number;
  readonly idleMs: number;
  open(events: LinkEvents): Promise<Connection>;
  /** Takes what the server lists, each time it is asked. */
  onTools(tools: readonly Tool[]): Promise<void>;
  /** Told what is wrong with the server. */
  report(message: string): void;
}

/** The life of one server: connected when it is first needed, by one connection whoever asks; let go when idle; begun again after it was lost, later and later. */
export class ServerLink {
  readonly #options: LinkOptions;
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #listing: Promise<void> | undefined;
  #openedAt = 0;
  #hasServed = false;
  #failures = 0;
  #retryAt = 0;
  #lastReason = '';
  #holds = 0;
  #isDirty = false;
  #isStopped = false;
  #listedAt: number[] = [];
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #listTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** True while there is a connection. */
  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  /** How long it is before a connection may be tried again. */
  get waitMs(): number {
    return Math.max(0, this.#retryAt - performance.now());
  }

  /** The open connection, made where there is none; concurrent askers get the same one. Throws `E_MCP_*`. */
  async connection(): Promise<Connection> {
    const { key } = this.#options;
    if (this.#isStopped)
      throw new GoondanError('E_MCP_UNAVAILABLE', `The MCP server '${key}' was stopped with its agent.`);
    if (this.#connection !== undefined) return this.#connection;
    if (this.#opening === undefined && this.waitMs > 0) throw this.#tooSoon();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Calls a tool, once; a session that the server has forgotten is opened anew first. */
  async call(
    about: { readonly tool: string; readonly mayRepeat: boolean },
    { args, more = {} }: { readonly args: JsonObject; readonly more?: JsonObject },
    options: CallOptions = {},
  ): Promise<CallAnswer> {
    const release = this.hold();
    try {
      const answer = await this.#call(about, { args, more }, options);
      this.#hasServed = true;
      this.#failures = 0;
      await this.#listIfChanged();
      return answer;
    } finally {
      release();
    }
  }

  /** Keeps the connection from being let go until the function it returns is called. */
  hold(): () => void {
    clearTimeout(this.#idleTimer);
    this.#holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#sleepWhenIdle();
    };
  }

  /** Ends the connection for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#listTimer);
    const opening = this.#opening?.catch(() => undefined);
    await this.#letGo();
    await (await opening)?.close();
  }

  async #call(
    { tool, mayRepeat }: { readonly tool: string; readonly mayRepeat: boolean },
    { args, more }: { readonly args: JsonObject; readonly more: JsonObject },
    options: CallOptions,
  ): Promise<CallAnswer> {
    for (let isAgain = false; ; isAgain = true) {
      const connection = await this.connection();
      try {
        return await connection.call(tool, args, more, options);
      } catch (thrown) {
        if (!isAgain && isSessionGone(thrown) && connection.hasSession) {
          // Others may still wait to hear the same.
          if (connection === this.#connection) this.#connection = undefined;
          connection.retire();
          continue;
        }
        throw callFailure({ key: this.#options.key, tool, mayRepeat }, thrown, connection.lastWords);
      }
    }
  }

  async #open(): Promise<Connection> {
    const { key } = this.#options;
    let opened: Connection | undefined;
    try {
      opened = await this.#options.open({
        onClosed: (reason) => this.#closed(opened, reason),
        onToolsChanged: () => this.#changed(),
      });
      await this.#list(opened);
    } catch (thrown) {
      await opened?.close();
      this.#failed(messageOf(thrown));
      throw thrown instanceof GoondanError
        ? thrown
        : new GoondanError(
            'E_MCP_UNAVAILABLE',
            `The MCP server '${key}' cannot be used: ${messageOf(thrown)}.`,
            { cause: thrown },
          );
    }
    if (opened.isClosed || this.#isStopped) {
      await opened.close();
      throw new GoondanError(
        'E_MCP_UNAVAILABLE',
        `The MCP server '${key}' ended at once (${opened.lastWords}).`,
      );
    }
    this.#connection = opened;
    this.#openedAt = performance.now();
    this.#hasServed = false;
    this.#sleepWhenIdle();
    return opened;
  }

  async #list(connection: Connection): Promise<void> {
    this.#isDirty = false;
    this.#listedAt = [...this.#listedAt, performance.now()].slice(-promptLists);
    await this.#options.onTools(await connection.tools(this.#options.startTimeoutMs));
  }

  /** The list has changed. A server that says so without end is asked once in a while. */
  #changed(): void {
    this.#isDirty = true;
    if (this.#listTimer !== undefined || this.#isStopped) return;
    const wait = Math.max(debounceMs, this.#listWaitMs);
    this.#listTimer = setTimeout(() => {
      this.#listTimer = undefined;
      void this.#relist();
    }, wait);
    this.#listTimer.unref();
  }

  /** What changed during a call is known before the next step. */
  async #listIfChanged(): Promise<void> {
    if (this.#isDirty && this.#listWaitMs <= 0) await this.#relist();
  }

  get #listWaitMs(): number {
    const [oldest = 0] = this.#listedAt;
    return this.#listedAt.length < promptLists ? 0 : oldest + promptWithinMs - performance.now();
  }

  async #relist(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || !this.#isDirty) return;
    this.#listing ??= this.#list(connection)
      .catch((thrown: unknown) => this.#options.report(`its tools cannot be listed: ${messageOf(thrown)}`))
      .finally(() => {
        this.#listing = undefined;
        if (this.#isDirty) this.#changed();
      });
    await this.#listing;
  }

  #closed(connection: Connection | undefined, reason: string): void {
    if (connection === undefined || connection !== this.#connection) return;
    this.#connection = undefined;
    const wasGood = this.#hasServed || performance.now() - this.#openedAt >= steadyMs;
    if (wasGood) this.#failures = 0;
    this.#failed(reason);
  }

  #failed(reason: string): void {
    this.#failures += 1;
    this.#lastReason = reason;
    // The first loss costs nothing: the next call begins it again.
    const delay = this.#failures < 2 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#failures - 2));
    this.#retryAt = performance.now() + delay;
    this.#options.report(reason);
  }

  #tooSoon(): GoondanError {
    const seconds = Math.ceil(this.waitMs / 1000);
    const message = `The MCP server '${this.#options.key}' failed ${this.#failures} times in a row and is tried again in ${seconds} s: ${this.#lastReason}`;
    return new GoondanError('E_MCP_UNAVAILABLE', message);
  }

  #sleepWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#connection === undefined || this.#holds > 0) return;
    this.#idleTimer = setTimeout(() => void this.#letGo(), this.#options.idleMs);
    this.#idleTimer.unref();
  }

  async #letGo(only = this.#connection): Promise<void> {
    if (only === undefined) return;
    if (only === this.#connection) this.#connection = undefined;
    await only.close().catch(() => undefined);
  }
}
