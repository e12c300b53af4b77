import { z } from 'zod';

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
export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  reasoningTokens: z.number().exactOptional(),
  cachedInputTokens: z.number().exactOptional(),
});

/** See `usageSchema`. */
export type Usage = z.infer<typeof usageSchema>;

/**
 * Something that happened in a turn, as it is kept in the journal. Those of one turn, step or call share its span; the
 * span ids are made of the trace and the place in it, so that an event told again after a crash is the same event.
 */
export const runtimeEventSchema = z.object({
  type: z.enum(types),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** W3C: 32 and 16 lower-case hex digits. */
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().exactOptional(),
  agentName: z.string(),
  instanceKey: z.string(),
  turnId: z.string(),
  stepIndex: z.number().exactOptional(),
  toolCallId: z.string().exactOptional(),
  toolName: z.string().exactOptional(),
  /** Of the ends: how long it took. */
  durationMs: z.number().exactOptional(),
  /** Of `*.failed`: why. Of a cancelled turn: the reason. */
  error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  usage: usageSchema.exactOptional(),
  /**
   * What else is worth knowing: `model` (asked for), `responseModel` (that answered), `provider`, `finishReason`, `args`, `output`,
   * `handle`, `rule`, `status`, … Which of them count as content and stay here: `genai-attributes.ts`.
   */
  attributes: z.record(z.string(), z.json()).exactOptional(),
});

/** See `runtimeEventSchema`. */
export type RuntimeEvent = z.infer<typeof runtimeEventSchema>;
/** The kinds of runtime events. */
export type RuntimeEventType = RuntimeEvent['type'];

/** A piece of what a model is saying. Never kept; a higher `attempt` at the same step voids what came before. */
export const turnDeltaSchema = z.object({
  type: z.literal('delta'),
  agentName: z.string(),
  instanceKey: z.string(),
  turnId: z.string(),
  stepIndex: z.number(),
  attempt: z.number(),
  kind: z.enum(['text', 'reasoning']),
  text: z.string(),
});

/** See `turnDeltaSchema`. */
export type TurnDelta = z.infer<typeof turnDeltaSchema>;

/** True for the event that ends a turn. */
export function isTurnEnd(event: RuntimeEvent | TurnDelta): event is RuntimeEvent {
  return event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.cancelled';
}
