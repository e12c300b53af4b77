import { isRecord, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { snapshot, type SnapshotLimits } from '../json/snapshot.ts';
import type { ToolCall } from './call.ts';
import type { ToolCallScope } from './context.ts';
import { failureOf, limited, textOf, type Redact } from './failure.ts';
import type { HandleOwner, HandleStore } from './handle-store.ts';
import type { HandlerEnd } from './handler-run.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { InvalidOutput } from './invalid-output.ts';
import { largeText, shortenOutput } from './large-output.ts';
import type { OutputStore } from './output-store.ts';
import { misfitOf } from './misfit.ts';
import { isPending } from './pending.ts';
import { isQuestion, type Question } from './question.ts';
import type { ToolRegistration } from './registration.ts';
import { codedError, errorResult, okResult, pendingResult, type ToolResult } from './result.ts';

/** What a result may be at the most. */
export const outputLimits: SnapshotLimits = {
  maxDepth: 500,
  maxSize: 64 * 1024 * 1024,
  refusePrototypeKey: false,
};
const maxHandleLength = 256;

/** What it takes to give an output to the model. */
export interface OutputOptions {
  readonly call: ToolCall;
  readonly scope: Pick<ToolCallScope, 'agentName' | 'instanceKey' | 'turnId' | 'workdir'>;
  readonly services: {
    readonly policy: { readonly maxOutputBytes: number };
    readonly outputs: OutputStore;
  };
}

/** What it takes to turn a handler's end into a result. */
export interface OutcomeOptions extends OutputOptions {
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly services: OutputOptions['services'] & {
    readonly handles: HandleStore;
    readonly redact: Redact;
  };
  /** Told what the handler wants to know from a person; without it there is nobody to ask. */
  readonly ask?: ((question: AskedQuestion) => void) | undefined;
}

/** What a handler wants to know from a person. */
export interface AskedQuestion {
  readonly about: JsonObject;
  readonly state: JsonValue;
}

/** The result of a call whose handler has ended. A promise only where something has to be stored. */
export function resultOf(end: HandlerEnd, options: OutcomeOptions): ToolResult | Promise<ToolResult> {
  const { call, registration } = options;
  switch (end.type) {
    case 'returned':
      if (isQuestion(end.value)) return questionOutcome(end.value, options);
      return isPending(end.value)
        ? pendingOutcome(end.value.handle, options)
        : returnedOutcome(end.value, options);
    case 'threw':
      if (isInstance(end.thrown, InvalidOutput))
        return failed(options, 'E_TOOL_INVALID_OUTPUT', `${call.name}: ${end.thrown.message}.`);
      return errorResult(
        call,
        failureOf(end.thrown, registration.errorMessageLimit, options.services.redact),
      );
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
  const copy = snapshot(value, outputLimits, services.redact);
  if (copy.status === 'failed')
    return resultOf({ type: 'threw', thrown: new InvalidOutput(copy.path, copy.reason) }, options);
  const schema = registration.output;
  if (schema !== undefined && !schema.accepts(copy.value)) {
    const misfit = misfitOf(schema, copy.value, services.redact);
    return failed(
      options,
      'E_TOOL_INVALID_OUTPUT',
      `${call.name}: the result does not fit its schema: ${misfit}`,
    );
  }
  // Before anything is cut from it: half a secret is not found any more.
  return outputOutcome({ value: services.redact(copy.value), size: copy.size }, options);
}

/** The result that carries an output, or what stands for one that is too large (BIG-1). */
export function outputOutcome(
  output: { readonly value: JsonValue; readonly size: number },
  options: OutputOptions,
): ToolResult | Promise<ToolResult> {
  const text = largeText(output.value, output.size, options.services.policy.maxOutputBytes);
  if (text === undefined) return okResult(options.call, output.value);
  return storedOutcome(text, typeof output.value === 'string' ? 'txt' : 'json', options);
}

async function storedOutcome(
  text: string,
  extension: 'txt' | 'json',
  options: OutputOptions,
): Promise<ToolResult> {
  const { call, scope, services } = options;
  const output = {
    toolName: call.name,
    idempotencyKey: keyOf(options),
    workdir: scope.workdir,
    text,
    extension,
  };
  return okResult(call, await shortenOutput(services.outputs, output, services.policy.maxOutputBytes));
}

/** The result of a call whose outcome follows under a handle, if nobody else has it (PEND-1). */
export async function pendingOutcome(chosen: unknown, options: OutcomeOptions): Promise<ToolResult> {
  const { call, services } = options;
  const handle = chosen ?? `h-${crypto.randomUUID()}`;
  if (typeof handle !== 'string' || handle === '' || handle.length > maxHandleLength) {
    const message = `${call.name}: a handle is a text of 1 to ${maxHandleLength} characters.`;
    return failed(options, 'E_TOOL_INVALID_OUTPUT', message);
  }
  if (await services.handles.claim(handle, ownerOf(options))) return pendingResult(call, handle);
  return failed(options, 'E_HANDLE_CONFLICT', `${call.name}: the handle '${handle}' is already in use.`);
}

/** The result of a run that ends with a question: whoever asks does not use it, and where nobody can be asked it says so. */
function questionOutcome({ about, state }: Question, options: OutcomeOptions): ToolResult {
  const { call, ask, services } = options;
  const copy = snapshot({ about, state }, outputLimits, services.redact);
  if (copy.status === 'failed')
    return failed(options, 'E_TOOL_INVALID_OUTPUT', `${call.name}: the question${copy.path} ${copy.reason}.`);
  const question = services.redact(copy.value);
  if (isAsked(question)) ask?.(question);
  return failed(
    options,
    'E_TOOL_UNANSWERED',
    `${call.name} wants to know something, and there is nobody to ask.`,
  );
}

function isAsked(value: JsonValue): value is JsonObject & { about: JsonObject; state: JsonValue } {
  return isRecord(value) && isRecord(value['about']) && 'state' in value;
}

function ownerOf(options: OutcomeOptions): HandleOwner {
  const { agentName, instanceKey, turnId } = options.scope;
  const { id: toolCallId, name: toolName } = options.call;
  return { idempotencyKey: keyOf(options), agentName, instanceKey, turnId, toolCallId, toolName };
}

function keyOf({ call, scope }: OutputOptions): string {
  const { agentName, instanceKey, turnId } = scope;
  return idempotencyKeyOf({ agentName, instanceKey, turnId, toolCallId: call.id });
}

type FailureCode =
  | 'E_TOOL_TIMEOUT'
  | 'E_TOOL_CANCELLED'
  | 'E_TOOL_INVALID_OUTPUT'
  | 'E_TOOL_UNANSWERED'
  | 'E_HANDLE_CONFLICT';

function failed(
  { call, registration, services }: OutcomeOptions,
  code: FailureCode,
  message: string,
): ToolResult {
  const error = codedError(code, services.redact(message));
  return errorResult(call, limited(error, registration.errorMessageLimit));
}
