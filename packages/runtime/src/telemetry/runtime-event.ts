import * as shape from '../shape/shape.ts';

const types = [
  'turn.started',
  'turn.resumed',
  'turn.completed',
  'turn.failed',
  'turn.cancelled',
  'step.started',
  'step.completed',
  'step.failed',
  'model.retried',
  'tool.started',
  'tool.completed',
  'tool.failed',
  'tool.held',
  'tool.released',
] as const;

/** Tokens a model call, or all of a turn, took. */
export const usageSchema = shape.object({
  inputTokens: shape.number(),
  outputTokens: shape.number(),
  totalTokens: shape.number(),
  reasoningTokens: shape.number().exactOptional(),
  cachedInputTokens: shape.number().exactOptional(),
});

/** See `usageSchema`. */
export type Usage = shape.Infer<typeof usageSchema>;

/**
 * Something that happened in a turn, as it is kept in the journal. Those of one turn, step or call share its span; the
 * span ids are made of the trace and the place in it, so that an event told again after a crash is the same event.
 */
export const runtimeEventSchema = shape.object({
  type: shape.oneOf(...types),
  /** Milliseconds since 1970. */
  at: shape.number(),
  /** W3C: 32 and 16 lower-case hex digits. */
  traceId: shape.string(),
  spanId: shape.string(),
  parentSpanId: shape.string().exactOptional(),
  agentName: shape.string(),
  instanceKey: shape.string(),
  turnId: shape.string(),
  stepIndex: shape.number().exactOptional(),
  toolCallId: shape.string().exactOptional(),
  toolName: shape.string().exactOptional(),
  /** Of the ends: how long it took. */
  durationMs: shape.number().exactOptional(),
  /** Of `*.failed`: why. Of a cancelled turn: the reason. */
  error: shape.object({ code: shape.string(), message: shape.string() }).exactOptional(),
  usage: usageSchema.exactOptional(),
  /**
   * What else is worth knowing: `model` (asked for), `responseModel` (that answered), `provider`, `finishReason`, `args`, `output`,
   * `handle`, `rule`, `status`, … Which of them count as content and stay here: `genai-attributes.ts`.
   */
  attributes: shape.record(shape.json()).exactOptional(),
});

/** See `runtimeEventSchema`. */
export type RuntimeEvent = shape.Infer<typeof runtimeEventSchema>;
/** The kinds of runtime events. */
export type RuntimeEventType = RuntimeEvent['type'];

/** A piece of what a model is saying. Never kept; a higher `attempt` at the same step voids what came before. */
export const turnDeltaSchema = shape.object({
  type: shape.oneOf('delta'),
  agentName: shape.string(),
  instanceKey: shape.string(),
  turnId: shape.string(),
  stepIndex: shape.number(),
  attempt: shape.number(),
  kind: shape.oneOf('text', 'reasoning'),
  text: shape.string(),
});

/** See `turnDeltaSchema`. */
export type TurnDelta = shape.Infer<typeof turnDeltaSchema>;

/** True for the event that ends a turn. */
export function isTurnEnd(event: RuntimeEvent | TurnDelta): event is RuntimeEvent {
  return event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.cancelled';
}
