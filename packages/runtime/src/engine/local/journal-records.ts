import { parseJson } from '@goondan/core/basics';
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

/** Throws for a turn that could not be read again, as callers without types may hand it in: its record would keep the journal from being opened. */
export function checkReadable(turn: AcceptedTurn): void {
  // Whatever the input is, it is JSON once it is written; it may be large.
  const written = parseJson(JSON.stringify({ ...turn, event: { ...turn.event, input: null } }));
  const read = withDate.safeParse(written);
  if (!read.success) throw new TypeError(`This is no event that can be recorded: ${read.error.message}.`);
}

const withDate = acceptedSchema.refine(
  ({ event }) => !Number.isNaN(Date.parse(event.createdAt)),
  'event.createdAt: must be a date',
);

/** Somebody wants a turn to end. */
export const cancelledSchema = shape.object({ turnId: shape.string(), reason: shape.string() });

/** A turn has ended; what it came to stands in its own stream. */
export const finishedSchema = shape.object({ turnId: shape.string(), finishedAt: shape.number() });

/** Which of an instance's values is the folder it was given to work in. */
export const workdirKey = 'workdir';
