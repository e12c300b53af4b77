import type { JsonObject } from '../json/json-value.ts';
import type { Permissions } from '../policy/permissions.ts';
import type { ToolCall } from './call.ts';
import type { ToolCallScope } from './context.ts';
import { Deadlines, type Timed, type TimedList } from './deadlines.ts';
import { HandlerContext } from './handler-context.ts';
import type { ToolRegistration } from './registration.ts';

/** How a handler ended, before anyone judged what it gave back. */
export type HandlerEnd =
  | { readonly type: 'returned'; readonly value: unknown }
  | { readonly type: 'threw'; readonly thrown: unknown }
  | { readonly type: 'timeout'; readonly timeoutMs: number }
  | { readonly type: 'cancelled'; readonly reason: unknown };

/** The call a handler is started for. */
export interface HandlerHost {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly permissions: Permissions;
  /** Told once how the handler ended; whatever it does afterwards is ignored. */
  onHandlerEnd(end: HandlerEnd): void;
}

const deadlines = new Deadlines();

/** One start of a handler, with its limit and its signal. A late success is never a success (TIME-1). */
export class HandlerRun implements Timed {
  readonly timeoutMs: number;
  startedAt = 0;
  deadlineList: TimedList | undefined = undefined;
  deadlinePrevious: Timed | undefined = undefined;
  deadlineNext: Timed | undefined = undefined;
  readonly #host: HandlerHost;
  readonly #args: JsonObject;
  #controller: AbortController | undefined = undefined;
  #isEnded = false;
  #abortReason: unknown = undefined;

  constructor(host: HandlerHost, args: JsonObject, timeoutMs: number) {
    this.#host = host;
    this.#args = args;
    this.timeoutMs = timeoutMs;
  }

  /** Calls the handler. */
  start(): void {
    this.startedAt = performance.now();
    try {
      const outcome: unknown = this.#host.registration.handler(
        new HandlerContext(this.#host, this),
        this.#args,
      );
      if (!isThenable(outcome)) {
        this.#returned(outcome);
        return;
      }
      if (this.timeoutMs !== Infinity && !this.#isEnded) deadlines.add(this);
      const promise = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
      promise.then(
        (value: unknown) => this.#returned(value),
        (thrown: unknown) => this.#threw(thrown),
      );
    } catch (thrown) {
      this.#threw(thrown);
    }
  }

  /** Ends the run because its limit has passed. */
  expire(): void {
    const reason = new DOMException(`The call took longer than ${this.timeoutMs} ms.`, 'TimeoutError');
    this.#end({ type: 'timeout', timeoutMs: this.timeoutMs }, reason);
  }

  /** Ends the run because its caller no longer wants it. */
  cancel(reason: unknown): void {
    this.#end({ type: 'cancelled', reason }, reason);
  }

  #returned(value: unknown): void {
    if (this.#isLate()) this.expire();
    else this.#end({ type: 'returned', value });
  }

  #threw(thrown: unknown): void {
    if (this.#isLate()) this.expire();
    else this.#end({ type: 'threw', thrown });
  }

  /** A handler that blocked the process past its limit answers before any timer can: look at the clock. */
  #isLate(): boolean {
    return performance.now() - this.startedAt > this.timeoutMs;
  }

  #end(end: HandlerEnd, abortReason?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    deadlines.remove(this);
    if (abortReason !== undefined) {
      this.#abortReason = abortReason;
      this.#controller?.abort(abortReason);
    }
    this.#host.onHandlerEnd(end);
  }

  /** Made on first use: most handlers never look at it, and a controller costs as much as the rest of the call. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Promise || ('then' in value && typeof value.then === 'function');
}
