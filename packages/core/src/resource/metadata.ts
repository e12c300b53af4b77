import { z } from 'zod';

/** `metadata` of every resource. What a legal name is depends on the kind: see `resourceNameProblemOf`. */
export const metadataSchema = z.strictObject({
  name: z.string().min(1).describe('Unique among the resources of its kind.'),
  labels: z
    .record(z.string(), z.string())
    .optional()
    .describe('For people and tools that sort resources; no effect.'),
  annotations: z.record(z.string(), z.string()).optional().describe('Notes of any kind; no effect.'),
});
