import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolCall } from './call.ts';
import { followSignal, unfollowSignal, type Cancellable } from './cancellation.ts';
import type { ToolCallScope } from './context.ts';
import type { HandlerRun } from './handler-run.ts';
import type { RunningCall } from './in-flight.ts';
import { cancelledMessage } from './outcome.ts';
import type { ToolRegistration } from './registration.ts';
import { codedError, errorResult, type ToolResult } from './result.ts';

/** What one execution starts from. */
export interface ExecutionOptions {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly args: JsonObject;
  readonly stepIndex: number;
  readonly signal: AbortSignal | undefined;
  readonly onSettled: (execution: Execution) => void;
}

/** One accepted call until its result; it settles once, whatever handler, middleware and caller do. */
export class Execution implements RunningCall, Cancellable {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly stepIndex: number;
  readonly promise: Promise<ToolResult>;
  /** As middleware left them; checked again before the handler. */
  args: JsonObject;
  #metadata: Record<string, JsonValue> | undefined = undefined;
  #run: HandlerRun | undefined = undefined;
  #isSettled = false;
  readonly #options: ExecutionOptions;
  #resolve: (result: ToolResult) => void = () => {};

  constructor(options: ExecutionOptions) {
    this.#options = options;
    this.call = options.call;
    this.scope = options.scope;
    this.registration = options.registration;
    this.stepIndex = options.stepIndex;
    this.args = options.args;
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (options.signal !== undefined) followSignal(options.signal, this);
    const own = options.scope.signal;
    if (own !== undefined && own !== options.signal) followSignal(own, this);
  }

  /** True once there is a result: nothing may start any more. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** What middlewares leave for one another. */
  get metadata(): Record<string, JsonValue> {
    this.#metadata ??= {};
    return this.#metadata;
  }

  set metadata(metadata: Record<string, JsonValue>) {
    this.#metadata = metadata;
  }

  /** Starts the handler, and passes a cancellation on to it from here. */
  start(run: HandlerRun): void {
    this.#run = run;
    run.start();
  }

  /** Gives the call its result; later ones are ignored. */
  settle(result: ToolResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const { signal, scope, onSettled } = this.#options;
    if (signal !== undefined) unfollowSignal(signal, this);
    if (scope.signal !== undefined) unfollowSignal(scope.signal, this);
    onSettled(this);
    this.#resolve(result);
  }

  /** Ends the call at once, also while a middleware or an approval keeps it waiting. */
  cancel(reason: unknown): void {
    this.#run?.cancel(reason);
    this.settle(errorResult(this.call, codedError('E_TOOL_CANCELLED', cancelledMessage(this.call, reason))));
  }
}
