import { GoondanError } from '@goondan/core/basics';

/** Ends what it guards: when the caller aborts, when the whole takes too long, or when an answer that has begun falls silent. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #total: NodeJS.Timeout;
  readonly #idleMs: number;
  #idle: NodeJS.Timeout | undefined = undefined;
  readonly #onAbort = (): void => this.#controller.abort(this.#caller.reason);

  constructor(caller: AbortSignal, limits: { readonly totalMs: number; readonly idleMs: number }) {
    this.#caller = caller;
    this.#total = this.#timer(limits.totalMs, `There was no whole answer within ${limits.totalMs} ms.`);
    this.#idleMs = limits.idleMs;
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Aborts at the end of the time, with an error that says which limit it was. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the idle time starts, or starts again. */
  touch(): void {
    this.#idle ??= this.#timer(this.#idleMs, `Nothing came for ${this.#idleMs} ms.`);
    this.#idle.refresh();
  }

  /** What `work` gives, or a rejection as soon as the time is over; `work` itself is not stopped by it. */
  async guard<Result>(work: Promise<Result>): Promise<Result> {
    // It may fail after nobody waits for it any more.
    work.catch(() => {});
    this.signal.throwIfAborted();
    const over = Promise.withResolvers<never>();
    const end = (): void => over.reject(this.signal.reason);
    this.signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([work, over.promise]);
    } finally {
      this.signal.removeEventListener('abort', end);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#caller.removeEventListener('abort', this.#onAbort);
  }

  #timer(milliseconds: number, message: string): NodeJS.Timeout {
    return setTimeout(
      () => this.#controller.abort(new GoondanError('E_NETWORK_TIMEOUT', message)),
      milliseconds,
    );
  }
}
