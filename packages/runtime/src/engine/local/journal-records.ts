import * as shape from '../../shape/shape.ts';
import { agentEventSchema } from '../agent-event-record.ts';

/** An event taken in for an instance: the start of a turn. */
export const acceptedSchema = shape.object({
  turnId: shape.string(),
  event: agentEventSchema,
  traceId: shape.string(),
  workdir: shape.string().exactOptional(),
  acceptedAt: shape.number(),
});

/** See `acceptedSchema`. */
export type AcceptedTurn = shape.Infer<typeof acceptedSchema>;

/** Somebody wants a turn to end. */
export const cancelledSchema = shape.object({ turnId: shape.string(), reason: shape.string() });

/** A turn has ended; what it came to stands in its own stream. */
export const finishedSchema = shape.object({ turnId: shape.string(), finishedAt: shape.number() });
