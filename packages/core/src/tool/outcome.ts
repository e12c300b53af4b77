import { randomUUID } from 'node:crypto';
import { snapshot, type SnapshotLimits } from '../json/snapshot.ts';
import type { ToolCall } from './call.ts';
import type { ToolCallScope } from './context.ts';
import { failureOf, limited, textOf } from './failure.ts';
import type { HandleStore } from './handle-store.ts';
import type { HandlerEnd } from './handler-run.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { InvalidOutput } from './invalid-output.ts';
import { largeText, shortenOutput } from './large-output.ts';
import type { OutputStore } from './output-store.ts';
import { Pending } from './pending.ts';
import type { ToolRegistration } from './registration.ts';
import { codedError, errorResult, okResult, pendingResult, type ToolResult } from './result.ts';

/** What a result may be at the most. */
export const outputLimits: SnapshotLimits = {
  maxDepth: 500,
  maxSize: 64 * 1024 * 1024,
  refusePrototypeKey: false,
};
const maxHandleLength = 256;

/** What it takes to turn a handler's end into a result. */
export interface OutcomeOptions {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly services: {
    readonly policy: { readonly maxOutputBytes: number };
    readonly outputs: OutputStore;
    readonly handles: HandleStore;
  };
}

/** The result of a call whose handler has ended. A promise only where something has to be stored. */
export function resultOf(end: HandlerEnd, options: OutcomeOptions): ToolResult | Promise<ToolResult> {
  const { call, registration } = options;
  switch (end.type) {
    case 'returned':
      return isInstance(end.value, Pending)
        ? pendingOutcome(end.value, options)
        : returnedOutcome(end.value, options);
    case 'threw':
      if (isInstance(end.thrown, InvalidOutput))
        return failed(options, 'E_TOOL_INVALID_OUTPUT', `${call.name}: ${end.thrown.message}.`);
      return errorResult(call, failureOf(end.thrown, registration.errorMessageLimit));
    case 'timeout':
      return failed(
        options,
        'E_TOOL_TIMEOUT',
        `${call.name} took longer than ${end.timeoutMs} ms and was stopped.`,
      );
    case 'cancelled':
      return failed(options, 'E_TOOL_CANCELLED', cancelledMessage(call, end.reason));
  }
}

/** `instanceof` for what handlers give back: a proxy may throw when it is asked for its prototype. */
function isInstance<Instance>(value: unknown, type: new (...args: never[]) => Instance): value is Instance {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** What the model reads about a cancelled call. */
export function cancelledMessage(call: ToolCall, reason: unknown): string {
  return `${call.name} was cancelled: ${textOf(reason)}`;
}

function returnedOutcome(value: unknown, options: OutcomeOptions): ToolResult | Promise<ToolResult> {
  const { call, registration, services } = options;
  const copy = snapshot(value, outputLimits);
  if (copy.status === 'failed')
    return resultOf({ type: 'threw', thrown: new InvalidOutput(copy.path, copy.reason) }, options);
  const schema = registration.output;
  if (schema !== undefined && !schema.accepts(copy.value)) {
    const failures = schema
      .failures(copy.value)
      .map((failure) => `${failure.path || '(root)'} ${failure.message}`);
    return failed(
      options,
      'E_TOOL_INVALID_OUTPUT',
      `${call.name}: the result does not fit its schema: ${failures.join('; ')}`,
    );
  }
  const text = largeText(copy.value, copy.size, services.policy.maxOutputBytes);
  if (text === undefined) return okResult(call, copy.value);
  const extension = typeof copy.value === 'string' ? 'txt' : 'json';
  return storedOutcome(text, extension, options);
}

async function storedOutcome(
  text: string,
  extension: 'txt' | 'json',
  options: OutcomeOptions,
): Promise<ToolResult> {
  const { call, scope, services } = options;
  const { agentName, instanceKey, turnId, workdir } = scope;
  const idempotencyKey = idempotencyKeyOf({ agentName, instanceKey, turnId, toolCallId: call.id });
  return okResult(
    call,
    await shortenOutput(
      services.outputs,
      { toolName: call.name, idempotencyKey, workdir, text, extension },
      services.policy.maxOutputBytes,
    ),
  );
}

async function pendingOutcome(pending: Pending, options: OutcomeOptions): Promise<ToolResult> {
  const { call, services } = options;
  const handle: unknown = pending.handle ?? `h-${randomUUID()}`;
  if (typeof handle !== 'string' || handle === '' || handle.length > maxHandleLength) {
    return failed(
      options,
      'E_TOOL_INVALID_OUTPUT',
      `${call.name}: a handle is a text of 1 to ${maxHandleLength} characters.`,
    );
  }
  if (await services.handles.claim(handle, call)) return pendingResult(call, handle);
  return failed(options, 'E_HANDLE_CONFLICT', `${call.name}: the handle '${handle}' is already in use.`);
}

type FailureCode = 'E_TOOL_TIMEOUT' | 'E_TOOL_CANCELLED' | 'E_TOOL_INVALID_OUTPUT' | 'E_HANDLE_CONFLICT';

function failed({ call, registration }: OutcomeOptions, code: FailureCode, message: string): ToolResult {
  return errorResult(call, limited(codedError(code, message), registration.errorMessageLimit));
}
