import { z } from 'zod';
import { agentEventSchema } from '../agent-event-record.ts';

/** An event taken in for an instance: the start of a turn. */
export const acceptedSchema = z.object({
  turnId: z.string(),
  event: agentEventSchema,
  traceId: z.string(),
  workdir: z.string().exactOptional(),
  acceptedAt: z.number(),
});

/** See `acceptedSchema`. */
export type AcceptedTurn = z.infer<typeof acceptedSchema>;

/** Somebody wants a turn to end. */
export const cancelledSchema = z.object({ turnId: z.string(), reason: z.string() });

/** A turn has ended; what it came to stands in its own stream. */
export const finishedSchema = z.object({ turnId: z.string(), finishedAt: z.number() });
