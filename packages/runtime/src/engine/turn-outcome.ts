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
    .optional(),
  steps: z.number(),
  usage: usageSchema,
  /** Every call of the turn in the model's order, with what became of it. */
  toolCalls: z.array(
    z.object({ id: z.string(), name: z.string(), args: z.json(), result: toolResultSchema }),
  ),
});

/** See `turnOutcomeSchema`. */
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;
