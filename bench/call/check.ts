import { z } from 'zod';

/** A promised ratio between two contestants, and what was measured. */
export const checkSchema = z.object({
  name: z.string(),
  limit: z.string(),
  got: z.number(),
  ok: z.boolean(),
});

/** See `checkSchema`. */
export type Check = z.infer<typeof checkSchema>;
