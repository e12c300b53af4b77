import { GoondanError, suggestionOf, textOfThrown } from '@goondan/core/basics';
import * as shape from '../shape/shape.ts';
import { usageSchema } from '../telemetry/runtime-event.ts';

const toolErrorSchema = shape.object({
  message: shape.string(),
  name: shape.string().exactOptional(),
  code: shape.string().exactOptional(),
  suggestion: shape.string().exactOptional(),
  helpUrl: shape.string().exactOptional(),
});

/** A ToolResult as it is recorded. */
export const toolResultSchema = shape.object({
  toolCallId: shape.string(),
  toolName: shape.string(),
  status: shape.oneOf('ok', 'error', 'pending'),
  output: shape.json().exactOptional(),
  handle: shape.string().exactOptional(),
  error: toolErrorSchema.exactOptional(),
});

/** What a turn came to, as it is recorded and shown. */
export const turnOutcomeSchema = shape.object({
  turnId: shape.string(),
  traceId: shape.string(),
  status: shape.oneOf('completed', 'failed', 'cancelled'),
  output: shape.json().exactOptional(),
  error: shape
    .object({ code: shape.string(), message: shape.string(), suggestion: shape.string().exactOptional() })
    .exactOptional(),
  steps: shape.number(),
  usage: usageSchema,
  /** Every call of the turn in the model's order, with what became of it. */
  toolCalls: shape.array(
    shape.object({ id: shape.string(), name: shape.string(), args: shape.json(), result: toolResultSchema }),
  ),
});

/** See `turnOutcomeSchema`. */
export type TurnOutcome = shape.Infer<typeof turnOutcomeSchema>;

/** The outcome of a turn that ended before it got anywhere. */
export function failedOutcome(turn: { turnId: string; traceId: string }, thrown: unknown): TurnOutcome {
  const error = turnErrorOf(thrown);
  return {
    turnId: turn.turnId,
    traceId: turn.traceId,
    status: error.code === 'E_AGENT_CANCELLED' ? 'cancelled' : 'failed',
    error,
    steps: 0,
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    toolCalls: [],
  };
}

/** Why a turn failed, as it is recorded: what carries no code of ours is a defect. */
export function turnErrorOf(thrown: unknown): NonNullable<TurnOutcome['error']> {
  if (thrown instanceof GoondanError)
    return { code: thrown.code, message: thrown.message, suggestion: thrown.suggestion };
  return { code: 'E_INTERNAL', message: textOfThrown(thrown), suggestion: suggestionOf('E_INTERNAL') };
}
