import {
  any,
  anyObject,
  count,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  time,
} from './schema-parts.ts';

const place = { file: text, line: count, column: count, endLine: count, endColumn: count };

/** A mistake in a bundle. */
export const finding = object(
  { severity: oneOf('error', 'warning'), code: text, ...place, message: text, suggestion: text },
  { hint: text },
);

/** What every command prints that failed. */
export const failure = object({
  error: object({ code: text, message: text, suggestion: text }, { helpUrl: text, findings: list(finding) }),
});

const toolError = object({ message: text }, { name: text, code: text, suggestion: text, helpUrl: text });
const resultFields = { output: any, handle: text, error: toolError };

/** What became of a call. */
export const toolResult = object(
  { toolCallId: text, toolName: text, status: oneOf('ok', 'error', 'pending') },
  resultFields,
);

/** What the model is shown of a tool (ITEM-1). */
export const toolItemFields = { description: text, parameters: any, source: anyObject };

/** A call that waits for a person. */
export const heldCall = object(
  {
    handle: text,
    agentName: text,
    instanceKey: text,
    turnId: text,
    toolCallId: text,
    toolName: text,
    args: any,
  },
  { rule: text, problem: text, question: any },
);

const usage = { type: 'object', required: ['inputTokens', 'outputTokens', 'totalTokens'] };

/** What a turn came to. */
export const outcomeFields = {
  output: any,
  turnId: text,
  traceId: text,
  status: oneOf('completed', 'failed', 'cancelled'),
  steps: count,
  toolCalls: list(
    object({ id: text, name: text, args: any, status: oneOf('ok', 'error', 'pending') }, resultFields),
  ),
  usage,
};

/** Why a turn failed. */
export const turnError = object({ code: text, message: text }, { suggestion: text, helpUrl: text });

/** One turn, step or call of a trace. */
export const span = object(
  {
    traceId: text,
    spanId: text,
    parentSpanId: orNull(text),
    name: text,
    agentName: text,
    turnId: text,
    toolName: orNull(text),
    status: oneOf('ok', 'error', 'cancelled', 'running', 'held'),
    startedAt: time,
    durationMs: orNull(number),
  },
  { usage, error: anyObject, attributes: anyObject, stepIndex: count, toolCallId: text },
);

/** A handle as it is shown. */
export const handleView = object(
  {
    handle: text,
    status: oneOf('pending', 'held', 'completed', 'delivered', 'expired'),
    kind: text,
    agentName: text,
    instanceKey: text,
    turnId: text,
    toolCallId: text,
    toolName: text,
    about: anyObject,
    workspace: text,
    createdAt: time,
  },
  { completedAt: time, outcome: any },
);

/** One conversation. */
export const instanceDetail = object(
  {
    agent: text,
    instanceKey: text,
    messages: list(
      object({ id: text, data: anyObject, metadata: anyObject, createdAt: time, source: anyObject }),
    ),
    openTurns: list(
      object({ turnId: text, type: text, acceptedAt: time, isBegun: flag }, { cancelReason: text }),
    ),
    finishedTurns: list(text),
    extensionState: anyObject,
  },
  { workdir: text },
);
