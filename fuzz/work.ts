import { z } from 'zod';

/** What a process that tries a target is told, as text. */
export const workSchema = z.object({
  target: z.string(),
  seed: z.number(),
  isShort: z.boolean(),
  runs: z.number().exactOptional(),
  property: z.string().exactOptional(),
  path: z.string().exactOptional(),
  /** Where it writes which case it is at. */
  progressFile: z.string(),
});

/** See `workSchema`. */
export type Work = z.infer<typeof workSchema>;

const counterexampleSchema = z.object({
  seed: z.number(),
  path: z.string(),
  example: z.string(),
  error: z.string(),
});

/** What came of one property with one seed. */
export const outcomeSchema = z.object({
  target: z.string(),
  property: z.string(),
  seed: z.number(),
  cases: z.number(),
  seconds: z.number(),
  finding: counterexampleSchema.exactOptional(),
});

/** See `outcomeSchema`. */
export type Outcome = z.infer<typeof outcomeSchema>;
