import { spanIdOf, type RuntimeEvent } from '@goondan/runtime/telemetry';

/** A trace for tests. */
export const traceId = '0af7651916cd43dd8448eb211c80319c';

const turn = {
  traceId,
  spanId: spanIdOf(traceId, 't1'),
  agentName: 'planner',
  instanceKey: 'default',
  turnId: 't1',
};
const step = { ...turn, spanId: spanIdOf(traceId, 't1/s0'), parentSpanId: turn.spanId, stepIndex: 0 };
const call = {
  ...step,
  spanId: spanIdOf(traceId, 't1/s0/c0'),
  parentSpanId: step.spanId,
  toolCallId: 'c0',
  toolName: 'bash__exec',
};

/** The spans of the turn below. */
export const places = { turn, step, call };
/** When it began. */
export const noon = Date.UTC(2026, 10, 16, 12);

const usage = { inputTokens: 10, outputTokens: 4, totalTokens: 14, cachedInputTokens: 3, reasoningTokens: 2 };

/** A turn of one step with one tool call, from start to end. */
export const aTurn: readonly RuntimeEvent[] = [
  { ...turn, type: 'turn.started', at: noon },
  { ...step, type: 'step.started', at: noon + 1, attributes: { provider: 'google', model: 'gemini-9' } },
  {
    ...step,
    type: 'model.retried',
    at: noon + 2,
    attributes: { attempt: 1, waitMs: 5, code: 'E_MODEL_RATE_LIMIT' },
  },
  {
    ...call,
    type: 'tool.started',
    at: noon + 10,
    attributes: { args: { command: 'cat diary.txt' }, note: 'for your eyes only' },
  },
  {
    ...call,
    type: 'tool.failed',
    at: noon + 13,
    durationMs: 2.4,
    error: { code: 'E_TOOL_TIMEOUT', message: 'diary.txt did not open' },
  },
  {
    ...step,
    type: 'step.completed',
    at: noon + 14,
    durationMs: 13.25,
    usage,
    attributes: { responseModel: 'gemini-9-002', finishReason: 'tool-calls' },
  },
  { ...turn, type: 'turn.completed', at: noon + 15, durationMs: 15, usage },
];
