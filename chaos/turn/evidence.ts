import { join } from 'node:path';
import { z } from 'zod';
import { readLedger } from '../ledger.ts';

/** Where a campaign keeps what it works with. */
export interface CampaignFolder {
  readonly bundle: string;
  readonly state: string;
  readonly effects: string;
  readonly acknowledged: string;
  readonly conversations: string;
  readonly problems: string;
}

/** The files below one folder. */
export function campaignFolder(root: string): CampaignFolder {
  return {
    bundle: join(root, 'bundle'),
    state: join(root, 'state'),
    effects: join(root, 'effects.ndjson'),
    acknowledged: join(root, 'acknowledged.ndjson'),
    conversations: join(root, 'conversations.ndjson'),
    problems: join(root, 'problems.ndjson'),
  };
}

/** Reads a line about a handler. */
export const effectSchema = z.object({
  /** `start` before the effect, `effect` for the effect itself, `end` after it. */
  kind: z.enum(['start', 'effect', 'end']),
  /** The part of the tool's name that says how often it may start. */
  tool: z.string(),
  instanceKey: z.string(),
  turnId: z.string(),
  toolCallId: z.string(),
  idempotencyKey: z.string(),
  pid: z.number(),
});

/** Reads a line about an event the engine had taken in. */
export const acceptedSchema = z.object({
  kind: z.literal('accepted'),
  instanceKey: z.string(),
  /** The turn's number within its instance: the order in which the events were handed in. */
  sequence: z.number(),
  turnId: z.string(),
});

/** Reads a line about what a turn came to. */
export const outcomeSchema = z.object({
  /** `retold` by a process that only asked again. */
  kind: z.enum(['outcome', 'retold']),
  turnId: z.string(),
  status: z.string(),
  /** Of the whole outcome. */
  digest: z.string(),
  calls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      code: z.string().exactOptional(),
    }),
  ),
});

const acknowledgedSchema = z.discriminatedUnion('kind', [acceptedSchema, outcomeSchema]);

/** Reads a line about a conversation. */
export const conversationSchema = z.object({
  instanceKey: z.string(),
  /** The ids of all calls in the conversation, and of all results, in order. */
  calls: z.array(z.string()),
  results: z.array(z.string()),
});

/** Reads a line about what a process found wrong itself. */
export const problemSchema = z.object({ problem: z.string() });

/** A line about a handler. */
export type Effect = z.infer<typeof effectSchema>;
/** A line about an event the engine had taken in. */
export type Accepted = z.infer<typeof acceptedSchema>;
/** A line about what a turn came to. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** All that was written down outside the journal. */
export interface Evidence {
  readonly effects: readonly Effect[];
  readonly accepted: readonly Accepted[];
  readonly outcomes: readonly Outcome[];
  /** What the conversation of each instance holds at the end. */
  readonly conversations: readonly z.infer<typeof conversationSchema>[];
  /** What processes found wrong themselves. */
  readonly problems: readonly string[];
}

/** Reads the ledgers. */
export function readEvidence(folder: CampaignFolder): Evidence {
  const { accepted, outcomes } = readAcknowledged(folder);
  return {
    effects: readLedger(folder.effects, effectSchema),
    accepted,
    outcomes,
    conversations: readLedger(folder.conversations, conversationSchema),
    problems: readLedger(folder.problems, problemSchema).map(({ problem }) => problem),
  };
}

/** Reads what engines have acknowledged. */
export function readAcknowledged(folder: CampaignFolder): Pick<Evidence, 'accepted' | 'outcomes'> {
  const lines = readLedger(folder.acknowledged, acknowledgedSchema);
  return {
    accepted: lines.filter((line) => line.kind === 'accepted'),
    outcomes: lines.filter((line) => line.kind !== 'accepted'),
  };
}
