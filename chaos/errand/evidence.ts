import { z } from 'zod';
import { readLedger } from '../ledger.ts';
import { actSchema } from '../process/evidence.ts';
import { acceptedSchema, outcomeSchema, problemSchema } from '../turn/evidence.ts';
import type { ErrandFolder } from './folder.ts';

/** Bytes of the write-ahead file of the agent's journal when the line was written. */
const journalBytes = z.number().exactOptional();
const errandSchema = acceptedSchema.extend({ token: z.string(), input: z.string(), journalBytes });
const errandEndSchema = outcomeSchema.extend({
  journalBytes,
  output: z.json().exactOptional(),
  calls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      code: z.string().exactOptional(),
      message: z.string().exactOptional(),
      output: z.json().exactOptional(),
    }),
  ),
});
const refusedSchema = z.object({ kind: z.literal('refused'), code: z.string() });
const lineSchema = z.discriminatedUnion('kind', [errandSchema, errandEndSchema, refusedSchema]);

/** A line about an event that was taken in. */
export type ErrandAccepted = z.infer<typeof errandSchema>;
/** A line about what an event came to. */
export type ErrandEnd = z.infer<typeof errandEndSchema>;
/** What became of one call. */
export type ErrandCall = ErrandEnd['calls'][number];

/** What engines have acknowledged, and what they have refused. */
export interface ErrandLines {
  readonly accepted: readonly ErrandAccepted[];
  readonly ends: readonly ErrandEnd[];
  /** Codes of refusals, in order. */
  readonly refused: readonly string[];
}

/** All that was written down outside the journals. */
export interface ErrandEvidence extends ErrandLines {
  readonly acts: readonly z.infer<typeof actSchema>[];
  /** What processes found wrong themselves. */
  readonly problems: readonly string[];
}

/** Reads what engines have acknowledged. */
export function readErrandLines({ acknowledged }: ErrandFolder): ErrandLines {
  const lines = readLedger(acknowledged, lineSchema);
  return {
    accepted: lines.filter((line) => line.kind === 'accepted'),
    ends: lines.flatMap((line) => (line.kind === 'outcome' || line.kind === 'retold' ? [line] : [])),
    refused: lines.flatMap((line) => (line.kind === 'refused' ? [line.code] : [])),
  };
}

/** Reads the ledgers. */
export function readErrandEvidence(folder: ErrandFolder): ErrandEvidence {
  return {
    ...readErrandLines(folder),
    acts: readLedger(folder.effects, actSchema),
    problems: readLedger(folder.problems, problemSchema).map(({ problem }) => problem),
  };
}
