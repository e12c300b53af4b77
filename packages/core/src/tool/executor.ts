import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { compose } from '../pipeline/compose.ts';
import { MiddlewareStack } from '../pipeline/middleware-stack.ts';
import type { ToolCallMiddleware, ToolCallMiddlewareContext } from '../pipeline/tool-call.ts';
import type { CallExplanation, PolicyDecision } from '../policy/decision.ts';
import { effectivePolicy, type EffectivePolicy } from '../policy/effective-policy.ts';
import { timeoutOf } from '../policy/timeout.ts';
import type { Policy } from '../resource/policy.ts';
import type { ToolAnnotations } from '../resource/tool-resource.ts';
import { admit } from './admission.ts';
import { requestApproval, type Approver } from './approval.ts';
import { checkArguments } from './arguments.ts';
import type { ToolCall } from './call.ts';
import { CallGate } from './call-gate.ts';
import type { ToolCatalog } from './catalog.ts';
import type { ToolCallScope } from './context.ts';
import { decideCall, explainCall } from './explain-call.ts';
import { Execution, type ExecutionServices } from './execution.ts';
import { asItIs, internalError, limited, type Redact } from './failure.ts';
import { createMemoryHandleStore, type HandleStore } from './handle-store.ts';
import { InFlightCalls, isSameRequest } from './in-flight.ts';
import { MiddlewareContext } from './middleware-context.ts';
import { settleThrough } from './middleware-result.ts';
import { outputOutcome, type AskedQuestion, type OutputOptions } from './outcome.ts';
import { workspaceOutputStore, type OutputStore } from './output-store.ts';
import { defaultErrorMessageLimit, ToolRegistration } from './registration.ts';
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
  /** Takes known secrets from outputs and failures before anything is cut from them. */
  readonly redact?: Redact;
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
  /** Asked about this call instead of the executor's own. */
  readonly approve?: Approver;
  /** Told what the handler wants to know from a person; the result of that run is then of no use, and the call is to be run again with `answered`. */
  readonly ask?: (question: AskedQuestion) => void;
}

/** Runs tool calls: admits, validates, limits, surrounds with middleware and explains. Never throws, never rejects (ERR-1). */
export class ToolExecutor {
  readonly #registry: ToolRegistry;
  readonly #middleware: ToolCallStack;
  readonly #approve: Approver | undefined;
  readonly #services: ExecutionServices;
  #chainOf: readonly ToolCallMiddleware[] = [];
  #chain: (execution: Execution) => Promise<ToolResult> = (execution) => this.#runCore(execution);

  constructor(registry: ToolRegistry, options: ToolExecutorOptions = {}) {
    const { middleware } = options;
    this.#registry = registry;
    this.#middleware = middleware instanceof MiddlewareStack ? middleware : new MiddlewareStack(middleware);
    this.#approve = options.approve;
    this.#services = {
      policy: asEffective(options.policy ?? {}),
      outputs: options.outputs ?? workspaceOutputStore,
      handles: options.handles ?? createMemoryHandleStore(),
      inFlight: new InFlightCalls(),
      redact: options.redact ?? asItIs,
    };
  }

  /** The same executor under another policy, such as one narrowed by whoever asked for the turn. */
  withPolicy(policy: EffectivePolicy): ToolExecutor {
    const { outputs, handles, redact } = this.#services;
    const approve = this.#approve === undefined ? {} : { approve: this.#approve };
    return new ToolExecutor(this.#registry, {
      policy,
      middleware: this.#middleware,
      outputs,
      handles,
      redact,
      ...approve,
    });
  }

  /** Runs one call. The same call submitted again while it runs joins the first (PAR-2). */
  execute(call: ToolCall, scope: ToolCallScope, options: ExecuteOptions = {}): Promise<ToolResult> {
    if (typeof call.id !== 'string' || typeof call.name !== 'string') return Promise.resolve(malformed(call));
    try {
      const running = this.#services.inFlight.find(call, scope);
      if (running === undefined) return this.#accept(call, scope, options);
      if (isSameRequest(running.call, call)) return running.promise;
      return Promise.resolve(errorResult(call, limited(idTaken(call), this.#messageLimitOf(call))));
    } catch (defect) {
      return Promise.resolve(errorResult(call, limited(internalError(defect), this.#messageLimitOf(call))));
    }
  }

  /** Runs the calls of one step side by side, sequential ones alone; results keep the model's order (PAR-1). */
  executeAll(
    calls: readonly ToolCall[],
    scope: ToolCallScope,
    options: ExecuteOptions = {},
  ): Promise<ToolResult[]> {
    const gate = new CallGate(this.#services.policy.concurrency);
    return Promise.all(
      calls.map(async (call) => {
        const place = gate.reserve(this.annotationsOf(call.name).sequential === true);
        await place.entered;
        try {
          return await this.execute(call, scope, options);
        } finally {
          place.leave();
        }
      }),
    );
  }

  /** The rule by which a person must decide on the call as it stands; none where it would be refused or may just run (POL-4). */
  heldBy(call: ToolCall, options: Pick<ExecuteOptions, 'catalog'> = {}): string | undefined {
    const { approvals } = this.#services.policy;
    if (approvals.length === 0) return undefined;
    try {
      const registration = this.#admit(call, options);
      if (!(registration instanceof ToolRegistration)) return undefined;
      const { args } = checkArguments(registration, call.args);
      return args && approvals.find((rule) => rule.matches(call.name, args))?.label;
    } catch {
      // A broken schema, say: `execute` explains it.
      return undefined;
    }
  }

  /** What holds for its calls. */
  get policy(): EffectivePolicy {
    return this.#services.policy;
  }

  /** What the tool says of itself; nothing where there is none. */
  annotationsOf(toolName: string): ToolAnnotations {
    return this.#registry.get(toolName)?.annotations ?? {};
  }

  /** What policy makes of the call, by which rule and why; nothing is run. Without `args`, of any call of the tool. */
  explain(
    { name, args }: Pick<ToolCall, 'name'> & { readonly args?: JsonObject },
    options: Pick<ExecuteOptions, 'catalog'> = {},
  ): CallExplanation {
    return explainCall({
      toolName: name,
      registry: this.#registry,
      catalog: options.catalog,
      policy: this.#services.policy,
      ...(args === undefined ? {} : { args }),
    });
  }

  /** The same in short, for a call that was looked at before. */
  decide(name: string, options: Pick<ExecuteOptions, 'catalog'> = {}): PolicyDecision {
    const { policy } = this.#services;
    return decideCall({
      toolName: name,
      registry: this.#registry,
      catalog: options.catalog,
      policy: policy.approvals.length === 0 ? policy : { ...policy, approvals: [] },
    });
  }

  /** How long a call of the tool may take, in milliseconds (TIME-1); Infinity without a limit. */
  limitOf(toolName: string): number {
    const registration = this.#registry.get(toolName);
    return registration === undefined ? Infinity : timeoutOf(this.#services.policy, registration);
  }

  /** An output that comes after its call has ended, as the model is to get it: what stands for it where it is too large (BIG-1). */
  async fitted(output: JsonValue, place: Omit<OutputOptions, 'services'>): Promise<JsonValue> {
    const options = { ...place, services: this.#services };
    const { output: shown = null } = await outputOutcome({ value: output, size: Infinity }, options);
    return shown;
  }

  #admit(call: ToolCall, { catalog }: Pick<ExecuteOptions, 'catalog'>): ToolRegistration | ToolError {
    return admit({
      toolName: call.name,
      registry: this.#registry,
      catalog,
      policy: this.#services.policy,
    });
  }

  #accept(call: ToolCall, scope: ToolCallScope, options: ExecuteOptions): Promise<ToolResult> {
    const { policy } = this.#services;
    const registration = this.#admit(call, options);
    if (!(registration instanceof ToolRegistration))
      return Promise.resolve(this.#refuse(call, scope, registration));
    registration.prepare();
    const checked = checkArguments(registration, call.args, this.#services.redact);
    if (checked.error !== undefined)
      return Promise.resolve(refuseArguments(call, registration, checked.error));
    const { args } = checked;
    const { stepIndex = 0, signal, approve = this.#approve, ask } = options;
    const execution = new Execution(this.#services, {
      call,
      scope,
      registration,
      args,
      stepIndex,
      signal,
      approve,
      ask,
    });
    if (execution.isSettled) return execution.promise;
    const middlewares = this.#middleware.ordered();
    if (middlewares.length === 0 && policy.approvals.length === 0) execution.runHandler(args);
    else settleThrough(this.#chainThrough(middlewares), execution);
    return execution.promise;
  }

  #refuse(call: ToolCall, scope: ToolCallScope, error: ToolError): ToolResult {
    if (error.code === 'E_TOOL_BLOCKED') scope.logger.warn(error.message);
    // A tool that is not offered has no say in what is told of it (ALLOW-2).
    if (error.code === 'E_TOOL_NOT_IN_CATALOG') return errorResult(call, error);
    return errorResult(call, limited(error, this.#messageLimitOf(call)));
  }

  /** ERR-2, and ERR-3 where there is no such tool. */
  #messageLimitOf({ name }: ToolCall): number {
    return this.#registry.get(name)?.errorMessageLimit ?? defaultErrorMessageLimit;
  }

  /** The chain is joined anew only when a layer was added or taken away. */
  #chainThrough(middlewares: readonly ToolCallMiddleware[]): (execution: Execution) => Promise<ToolResult> {
    if (this.#chainOf !== middlewares) {
      this.#chainOf = middlewares;
      const contextOf = (
        state: Execution,
        next: () => Promise<ToolResult>,
        inner: (state: Execution) => Promise<ToolResult>,
      ) => new MiddlewareContext(state, next, inner);
      this.#chain = compose({ middlewares, contextOf, core: (state) => this.#runCore(state) });
    }
    return this.#chain;
  }

  /** What middleware surrounds: the last check of the arguments, a person's approval, the handler. */
  #runCore(execution: Execution): Promise<ToolResult> {
    const { call, registration } = execution;
    if (execution.isSettled) return execution.promise;
    if (execution.isHandlerRunning) return Promise.resolve(errorResult(call, stillRunning(call)));
    const checked = execution.checkedArguments();
    if (checked.error !== undefined)
      return Promise.resolve(refuseArguments(call, registration, checked.error));
    const { approvals } = this.#services.policy;
    return approvals.length === 0
      ? execution.runHandlerInside(checked.args)
      : this.#runApproved(execution, checked.args);
  }

  async #runApproved(execution: Execution, args: JsonObject): Promise<ToolResult> {
    const { call, registration } = execution;
    const { approvals } = this.#services.policy;
    const approved = await requestApproval({ execution, args, rules: approvals, approve: execution.approve });
    if (approved.error !== undefined) return refuseArguments(call, registration, approved.error);
    return execution.isSettled ? execution.promise : execution.runHandlerInside(approved.args);
  }
}

/** A layer that retries did not wait for what it started. */
function stillRunning({ name }: ToolCall): ToolError {
  return codedError('E_EXTENSION_RETRY', `${name} was to run again while it was still running.`);
}

function refuseArguments(call: ToolCall, registration: ToolRegistration, error: ToolError): ToolResult {
  return errorResult(call, limited(error, registration.errorMessageLimit));
}

function asEffective(policy: Policy | EffectivePolicy): EffectivePolicy {
  return 'whitelists' in policy ? policy : effectivePolicy([{ origin: 'policy', policy }]);
}

/** A caller without types may hand over anything; a result names its call by texts all the same. */
function malformed(call: { readonly id: unknown; readonly name: unknown }): ToolResult {
  const named = {
    id: typeof call.id === 'string' ? call.id : '',
    name: typeof call.name === 'string' ? call.name : '',
  };
  return errorResult(
    { ...named, args: {} },
    codedError('E_TOOL_NOT_FOUND', 'The id and the name of a call must be texts.'),
  );
}

function idTaken({ id }: ToolCall): ToolError {
  return codedError('E_TOOL', `The call id '${id}' belongs to another call that is still running.`);
}
