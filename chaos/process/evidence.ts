import { z } from 'zod';
import { readLedger } from '../ledger.ts';
import {
  acceptedSchema,
  conversationSchema,
  effectSchema,
  outcomeSchema,
  problemSchema,
  type CampaignFolder,
} from '../turn/evidence.ts';

/** Reads a line about a handler; `instanceKey` is `agent/instance` in every line. */
export const actSchema = effectSchema.extend({
  note: z.string().exactOptional(),
  handle: z.string().exactOptional(),
});

const endSchema = outcomeSchema.extend({
  output: z.json().exactOptional(),
  calls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      code: z.string().exactOptional(),
      /** Of `pending`. */
      handle: z.string().exactOptional(),
      /** It took its process down too often, as the orchestrator saw it. */
      isGivenUp: z.boolean(),
    }),
  ),
});

const completedSchema = z.object({ kind: z.literal('completed'), handle: z.string() });
const lineSchema = z.discriminatedUnion('kind', [acceptedSchema, endSchema, completedSchema]);

/** A line about a handler. */
export type Act = z.infer<typeof actSchema>;
/** A line about what a turn came to. */
export type End = z.infer<typeof endSchema>;

/** What engines have acknowledged. */
interface Acknowledged {
  readonly accepted: readonly z.infer<typeof acceptedSchema>[];
  readonly ends: readonly End[];
  /** Handles whose completion was taken in. */
  readonly completed: readonly string[];
}

/** All that was written down outside the journals. */
export interface ProcessEvidence extends Acknowledged {
  readonly acts: readonly Act[];
  readonly conversations: readonly z.infer<typeof conversationSchema>[];
  /** What processes found wrong themselves. */
  readonly problems: readonly string[];
}

/** Reads the ledgers. */
export function readProcessEvidence(folder: CampaignFolder): ProcessEvidence {
  return {
    ...readAcknowledged(folder),
    acts: readLedger(folder.effects, actSchema),
    conversations: readLedger(folder.conversations, conversationSchema),
    problems: readLedger(folder.problems, problemSchema).map(({ problem }) => problem),
  };
}

/** Reads what engines have acknowledged. */
export function readAcknowledged(folder: CampaignFolder): Acknowledged {
  const lines = readLedger(folder.acknowledged, lineSchema);
  return {
    accepted: lines.filter((line) => line.kind === 'accepted'),
    ends: lines.flatMap((line) => (line.kind === 'outcome' || line.kind === 'retold' ? [line] : [])),
    completed: lines.flatMap((line) => (line.kind === 'completed' ? [line.handle] : [])),
  };
}
