import { z } from 'zod';

const countSchema = z.record(z.string(), z.number());

/** Reads what a scenario's process printed. */
export const reportSchema = z.object({
  events: z.number(),
  faults: countSchema,
  kills: z.number(),
  lost: z.number(),
  doubleStarts: z.number(),
  orphans: z.number(),
  violations: z.array(z.string()),
  counts: z.record(z.string(), z.union([z.number(), z.string()])),
});
