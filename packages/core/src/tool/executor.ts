import type { JsonObject } from '../json/json-value.ts';
import { compose } from '../pipeline/compose.ts';
import { MiddlewareStack } from '../pipeline/middleware-stack.ts';
import type { ToolCallMiddleware, ToolCallMiddlewareContext } from '../pipeline/tool-call.ts';
import { effectivePolicy, type EffectivePolicy } from '../policy/effective-policy.ts';
import { timeoutOf } from '../policy/timeout.ts';
import type { Policy } from '../resource/policy.ts';
import { admit } from './admission.ts';
import { requestApproval, type Approver } from './approval.ts';
import { checkArguments } from './arguments.ts';
import type { ToolCall } from './call.ts';
import { CallGate } from './call-gate.ts';
import type { ToolCatalog } from './catalog.ts';
import type { ToolCallScope } from './context.ts';
import { Execution } from './execution.ts';
import { limited, textOf } from './failure.ts';
import { createMemoryHandleStore, type HandleStore } from './handle-store.ts';
import { HandlerRun } from './handler-run.ts';
import { InFlightCalls, isSameRequest } from './in-flight.ts';
import { checkMiddlewareResult, middlewareFailure } from './middleware-result.ts';
import { resultOf } from './outcome.ts';
import { workspaceOutputStore, type OutputStore } from './output-store.ts';
import { ToolRegistration } from './registration.ts';
import type { ToolRegistry } from './registry.ts';
import { codedError, errorResult, type ToolError, type ToolResult } from './result.ts';

/** What an executor may be given; nothing is required. */
export interface ToolExecutorOptions {
  /** Limits and rules; the contract's defaults without it. */
  readonly policy?: Policy | EffectivePolicy;
  /** Layers around every call, outermost first. */
  readonly middleware?: readonly ToolCallMiddleware[] | ToolCallStack;
  /** Asked where policy wants a person's approval; without it such calls are denied. */
  readonly approve?: Approver;
  /** Where outputs too large for the model go; the workspace by default. */
  readonly outputs?: OutputStore;
  /** Who knows which handles are taken; this process by default. */
  readonly handles?: HandleStore;
}

/** The toolCall layers of a pipeline. */
export type ToolCallStack = MiddlewareStack<ToolCallMiddlewareContext, ToolResult>;

/** What bears on one call. */
export interface ExecuteOptions {
  /** What the step showed the model; without it the scope is the registry. */
  readonly catalog?: ToolCatalog;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** For middleware; 0 by default. */
  readonly stepIndex?: number;
}

/** Runs tool calls: admits, validates, limits, surrounds with middleware and explains. Never throws, never rejects (ERR-1). */
export class ToolExecutor {
  readonly #registry: ToolRegistry;
  readonly #policy: EffectivePolicy;
  readonly #middleware: ToolCallStack;
  readonly #approve: Approver | undefined;
  readonly #outputs: OutputStore;
  readonly #handles: HandleStore;
  readonly #inFlight = new InFlightCalls();
  #chainOf: readonly ToolCallMiddleware[] | undefined;
  #chain: (execution: Execution) => Promise<ToolResult> = (execution) => this.#runCore(execution);

  constructor(registry: ToolRegistry, options: ToolExecutorOptions = {}) {
    this.#registry = registry;
    this.#policy = asEffective(options.policy ?? {});
    this.#middleware =
      options.middleware instanceof MiddlewareStack
        ? options.middleware
        : new MiddlewareStack(options.middleware);
    this.#approve = options.approve;
    this.#outputs = options.outputs ?? workspaceOutputStore;
    this.#handles = options.handles ?? createMemoryHandleStore();
  }

  /** Runs one call. The same call submitted again while it runs joins the first (PAR-2). */
  execute(call: ToolCall, scope: ToolCallScope, options: ExecuteOptions = {}): Promise<ToolResult> {
    try {
      const running = this.#inFlight.find(call, scope);
      if (running === undefined) return this.#accept(call, scope, options);
      return isSameRequest(running.call, call) ? running.promise : Promise.resolve(idTaken(call));
    } catch (defect) {
      return Promise.resolve(errorResult(call, internalError(defect)));
    }
  }

  /** Runs the calls of one step side by side, sequential ones alone; results keep the model's order (PAR-1). */
  executeAll(
    calls: readonly ToolCall[],
    scope: ToolCallScope,
    options: ExecuteOptions = {},
  ): Promise<ToolResult[]> {
    const gate = new CallGate(this.#policy.concurrency);
    return Promise.all(
      calls.map(async (call) => {
        const leave = await gate.enter(this.#registry.get(call.name)?.annotations.sequential === true);
        try {
          return await this.execute(call, scope, options);
        } finally {
          leave();
        }
      }),
    );
  }

  #accept(call: ToolCall, scope: ToolCallScope, options: ExecuteOptions): Promise<ToolResult> {
    const admitted = admit({
      toolName: call.name,
      registry: this.#registry,
      catalog: options.catalog,
      policy: this.#policy,
    });
    if (!(admitted instanceof ToolRegistration)) return Promise.resolve(this.#refuse(call, scope, admitted));
    const checked = checkArguments(admitted, call.args);
    if (checked.error !== undefined) {
      return Promise.resolve(errorResult(call, limited(checked.error, admitted.errorMessageLimit)));
    }
    const execution = new Execution({
      call,
      scope,
      registration: admitted,
      args: checked.args,
      stepIndex: options.stepIndex ?? 0,
      signal: options.signal,
      onSettled: (settled) => this.#inFlight.remove(settled),
    });
    if (execution.isSettled) return execution.promise;
    this.#inFlight.add(execution);
    const middlewares = this.#middleware.ordered();
    if (middlewares.length > 0) this.#runThrough(middlewares, execution);
    else if (this.#policy.approvals.length > 0) this.#settleWith(execution, this.#runCore(execution));
    else this.#runHandler(execution, checked.args, (result) => execution.settle(result));
    return execution.promise;
  }

  #refuse(call: ToolCall, scope: ToolCallScope, error: ToolError): ToolResult {
    if (error.code === 'E_TOOL_BLOCKED') scope.logger.warn(error.message);
    return errorResult(call, error);
  }

  #runThrough(middlewares: readonly ToolCallMiddleware[], execution: Execution): void {
    if (this.#chainOf !== middlewares) {
      this.#chainOf = middlewares;
      this.#chain = compose({ middlewares, contextOf, core: (state) => this.#runCore(state) });
    }
    const { call, registration } = execution;
    const checked = this.#chain(execution).then((result) =>
      checkMiddlewareResult(call, result, registration.errorMessageLimit),
    );
    this.#settleWith(execution, checked);
  }

  #settleWith(execution: Execution, result: Promise<ToolResult>): void {
    const { call, registration } = execution;
    result.then(
      (settled) => execution.settle(settled),
      (thrown: unknown) =>
        execution.settle(errorResult(call, middlewareFailure(thrown, registration.errorMessageLimit))),
    );
  }

  /** What middleware surrounds: the last check of the arguments, a person's approval, the handler. */
  async #runCore(execution: Execution): Promise<ToolResult> {
    const { call, registration } = execution;
    if (execution.isSettled) return execution.promise;
    let checked = checkArguments(registration, execution.args);
    if (checked.error === undefined) {
      checked = await requestApproval({
        execution,
        args: checked.args,
        rules: this.#policy.approvals,
        approve: this.#approve,
      });
    }
    if (checked.error !== undefined)
      return errorResult(call, limited(checked.error, registration.errorMessageLimit));
    if (execution.isSettled) return execution.promise;
    const { args } = checked;
    return new Promise((resolve) => this.#runHandler(execution, args, resolve));
  }

  #runHandler(execution: Execution, args: JsonObject, onResult: (result: ToolResult) => void): void {
    const { call, scope, registration } = execution;
    const fail = (defect: unknown): void => onResult(errorResult(call, internalError(defect)));
    const run = new HandlerRun({
      registration,
      call,
      args,
      scope,
      timeoutMs: timeoutOf({ policy: this.#policy, tool: registration }),
      onEnd: (end) => {
        try {
          const result = resultOf(end, {
            call,
            scope,
            registration,
            maxOutputBytes: this.#policy.maxOutputBytes,
            outputs: this.#outputs,
            handles: this.#handles,
          });
          if (result instanceof Promise) result.then(onResult, fail);
          else onResult(result);
        } catch (defect) {
          fail(defect);
        }
      },
    });
    execution.start(run);
  }
}

function contextOf(execution: Execution, next: () => Promise<ToolResult>): ToolCallMiddlewareContext {
  const { call, scope, stepIndex } = execution;
  return {
    toolName: call.name,
    toolCallId: call.id,
    agentName: scope.agentName,
    instanceKey: scope.instanceKey,
    turnId: scope.turnId,
    stepIndex,
    get args() {
      return execution.args;
    },
    set args(args) {
      execution.args = args;
    },
    get metadata() {
      return execution.metadata;
    },
    set metadata(metadata) {
      execution.metadata = metadata;
    },
    next,
  };
}

function asEffective(policy: Policy | EffectivePolicy): EffectivePolicy {
  return 'whitelists' in policy ? policy : effectivePolicy([{ origin: 'policy', policy }]);
}

function idTaken(call: ToolCall): ToolResult {
  return errorResult(
    call,
    codedError('E_TOOL', `The call id '${call.id}' belongs to another call that is still running.`),
  );
}

function internalError(defect: unknown): ToolError {
  return limited(codedError('E_INTERNAL', `The executor failed: ${textOf(defect)}`), 1000);
}
