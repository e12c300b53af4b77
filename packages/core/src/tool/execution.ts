import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { timeoutOf } from '../policy/timeout.ts';
import type { Approver } from './approval.ts';
import { checkArguments, type CheckedArguments } from './arguments.ts';
import type { Permissions } from '../policy/permissions.ts';
import type { ToolCall } from './call.ts';
import { followSignal, unfollowSignal, type Cancellable } from './cancellation.ts';
import type { ToolCallScope } from './context.ts';
import { internalError, limited, type Redact } from './failure.ts';
import type { HandleStore } from './handle-store.ts';
import { HandlerRun, type HandlerEnd, type HandlerHost } from './handler-run.ts';
import type { InFlightCalls, RunningCall } from './in-flight.ts';
import { cancelledMessage, resultOf, type AskedQuestion } from './outcome.ts';
import type { OutputStore } from './output-store.ts';
import type { ToolRegistration } from './registration.ts';
import { codedError, errorResult, type ToolResult } from './result.ts';

/** What all executions of one executor share. */
export interface ExecutionServices {
  readonly policy: EffectivePolicy;
  readonly outputs: OutputStore;
  readonly handles: HandleStore;
  readonly inFlight: InFlightCalls;
  readonly redact: Redact;
}

/** What one execution starts from. */
export interface ExecutionRequest {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly args: JsonObject;
  readonly stepIndex: number;
  readonly signal: AbortSignal | undefined;
  readonly approve: Approver | undefined;
  readonly ask: ((question: AskedQuestion) => void) | undefined;
}

const ignore = (): void => {};

/** One accepted call until its result; it settles once, whatever handler, middleware and caller do. */
export class Execution implements RunningCall, Cancellable, HandlerHost {
  readonly services: ExecutionServices;
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly stepIndex: number;
  readonly approve: Approver | undefined;
  readonly ask: ((question: AskedQuestion) => void) | undefined;
  readonly promise: Promise<ToolResult>;
  /** True once there is a result: nothing may start any more. */
  isSettled = false;
  #args: JsonObject;
  #isExposed = false;
  #metadata: Record<string, JsonValue> | undefined = undefined;
  #run: HandlerRun | undefined = undefined;
  #isHandlerRunning = false;
  #resolve: (result: ToolResult) => void = ignore;
  #resolveInner: ((result: ToolResult) => void) | undefined = undefined;
  readonly #signal: AbortSignal | undefined;

  constructor(services: ExecutionServices, request: ExecutionRequest) {
    this.services = services;
    this.call = request.call;
    this.scope = request.scope;
    this.registration = request.registration;
    this.stepIndex = request.stepIndex;
    this.approve = request.approve;
    this.ask = request.ask;
    this.#args = request.args;
    this.#signal = request.signal;
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.services.inFlight.add(this);
    if (this.#signal !== undefined) followSignal(this.#signal, this);
    // A call that the first signal has ended would never be taken from the second's list.
    if (this.scope.signal !== undefined && !this.isSettled) followSignal(this.scope.signal, this);
  }

  /** What the policy lets the handler reach. */
  get permissions(): Permissions {
    return this.services.policy.permissions;
  }

  /** The arguments in the hands of middleware. */
  get args(): JsonObject {
    this.#isExposed = true;
    return this.#args;
  }

  set args(args: JsonObject) {
    this.#isExposed = true;
    this.#args = args;
  }

  /** The arguments for the handler, checked again if any middleware could have changed them. */
  checkedArguments(): CheckedArguments {
    if (!this.#isExposed) return { args: this.#args };
    return checkArguments(this.registration, this.#args, this.services.redact);
  }

  /** Aborts with whoever may cancel the call. */
  get signal(): AbortSignal {
    const given = [this.#signal, this.scope.signal].filter((signal) => signal !== undefined);
    const [only] = given;
    return only !== undefined && given.length === 1 ? only : AbortSignal.any(given);
  }

  /** True from the start of the handler to its end: it never runs beside itself. */
  get isHandlerRunning(): boolean {
    return this.#isHandlerRunning;
  }

  /** What middlewares leave for one another. */
  get metadata(): Record<string, JsonValue> {
    this.#metadata ??= {};
    return this.#metadata;
  }

  set metadata(metadata: Record<string, JsonValue>) {
    this.#metadata = metadata;
  }

  /** Starts the handler; its result is the call's. */
  runHandler(args: JsonObject): void {
    this.#run = new HandlerRun(this, args, timeoutOf(this.services.policy, this.registration));
    this.#isHandlerRunning = true;
    this.#run.start();
  }

  /** Starts the handler within middleware, which gets its result. */
  runHandlerInside(args: JsonObject): Promise<ToolResult> {
    return new Promise((resolve) => {
      this.#resolveInner = resolve;
      this.runHandler(args);
    });
  }

  /** Told by the run how the handler ended. */
  onHandlerEnd(end: HandlerEnd): void {
    this.#isHandlerRunning = false;
    if (this.isSettled) this.services.inFlight.remove(this);
    try {
      const result = resultOf(end, this);
      if (result instanceof Promise) {
        result.then(
          (stored) => this.#report(stored),
          (defect: unknown) => this.#reportDefect(defect),
        );
      } else this.#report(result);
    } catch (defect) {
      this.#reportDefect(defect);
    }
  }

  /** Gives the call its result; later ones are ignored. */
  settle(result: ToolResult): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if (this.#signal !== undefined) unfollowSignal(this.#signal, this);
    if (this.scope.signal !== undefined) unfollowSignal(this.scope.signal, this);
    // A middleware may answer while the handler still runs: until it ends, the same call must find this one.
    if (!this.#isHandlerRunning) this.services.inFlight.remove(this);
    this.#resolve(result);
  }

  /** Ends the call at once, also while a middleware or an approval keeps it waiting. */
  cancel(reason: unknown): void {
    this.#run?.cancel(reason);
    if (this.isSettled) return;
    const message = this.services.redact(cancelledMessage(this.call, reason));
    const error = codedError('E_TOOL_CANCELLED', message);
    this.settle(errorResult(this.call, limited(error, this.registration.errorMessageLimit)));
  }

  #report(result: ToolResult): void {
    if (this.#resolveInner === undefined) this.settle(result);
    else this.#resolveInner(result);
  }

  #reportDefect(defect: unknown): void {
    const { errorMessageLimit } = this.registration;
    this.#report(errorResult(this.call, limited(internalError(defect), errorMessageLimit)));
  }
}
