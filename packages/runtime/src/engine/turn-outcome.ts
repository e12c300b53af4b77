import { GoondanError, suggestionOf } from '@goondan/core';
import { z } from 'zod';
import { usageSchema } from '../telemetry/runtime-event.ts';

const toolErrorSchema = z.object({
  message: z.string(),
  name: z.string().exactOptional(),
  code: z.string().exactOptional(),
  suggestion: z.string().exactOptional(),
  helpUrl: z.string().exactOptional(),
});

/** A ToolResult as it is recorded. */
export const toolResultSchema = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  status: z.enum(['ok', 'error', 'pending']),
  output: z.json().exactOptional(),
  handle: z.string().exactOptional(),
  error: toolErrorSchema.exactOptional(),
});

/** What a turn came to, as it is recorded and shown. */
export const turnOutcomeSchema = z.object({
  turnId: z.string(),
  traceId: z.string(),
  status: z.enum(['completed', 'failed', 'cancelled']),
  output: z.json().exactOptional(),
  error: z
    .object({ code: z.string(), message: z.string(), suggestion: z.string().exactOptional() })
    .exactOptional(),
  steps: z.number(),
  usage: usageSchema,
  /** Every call of the turn in the model's order, with what became of it. */
  toolCalls: z.array(
    z.object({ id: z.string(), name: z.string(), args: z.json(), result: toolResultSchema }),
  ),
});

/** See `turnOutcomeSchema`. */
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;

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
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'E_INTERNAL', message, suggestion: suggestionOf('E_INTERNAL') };
}
