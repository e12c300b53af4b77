import { z } from 'zod';

/** Reads a line that the server has written. */
export const servedSchema = z.object({
  /** `serving` when the process is there, before it has answered anything; the others for a call. */
  kind: z.enum(['serving', 'start', 'effect', 'end']),
  tool: z.string(),
  token: z.string(),
  pid: z.number(),
});

/** A line that the server has written. */
export type Served = z.infer<typeof servedSchema>;
