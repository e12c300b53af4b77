import { z } from 'zod';
import { apiVersion } from './api-version.ts';
import { metadataSchema } from './metadata.ts';

/** A JSON Schema as YAML holds it; its validity is judged by `schema/`, which knows the keywords. */
const jsonSchema = z.record(z.string(), z.json());

const annotationsSchema = z.strictObject({
  readOnly: z.boolean().optional().describe('Changes nothing; may be run again after a crash.'),
  idempotent: z.boolean().optional().describe('Twice is as good as once; may be run again after a crash.'),
  destructive: z.boolean().optional().describe('May destroy what cannot be brought back.'),
  sequential: z.boolean().optional().describe('Runs alone: calls before it end first, calls after it wait.'),
  orchestrates: z.boolean().optional().describe('Gets ctx.runtime and talks to other agents.'),
});

const exportSchema = z.strictObject({
  name: z.string().describe('Lower-case letters, digits, - and _; the model sees `<resource>__<name>`.'),
  description: z.string().optional().describe('What the model chooses the tool by.'),
  parameters: jsonSchema.optional().describe('JSON Schema of the input.'),
  annotations: annotationsSchema.optional().describe('What the tool says of itself.'),
  output: jsonSchema.optional().describe('JSON Schema of the result.'),
});

/** A YAML document of kind `Tool` (SPEC §4). */
export const toolResourceSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  kind: z.literal('Tool'),
  metadata: metadataSchema,
  spec: z.strictObject({
    entry: z.string().min(1).describe('Module with the handlers, relative to the bundle root; run by Bun.'),
    errorMessageLimit: z
      .int()
      .min(1)
      .optional()
      .describe('Longest error message the model reads. Default 1000.'),
    timeoutMs: z.int().min(1).max(2_147_483_647).optional().describe('Limit of one call in milliseconds.'),
    isolation: z.enum(['inline', 'worker']).optional().describe('Where handlers run. Default inline.'),
    secrets: z
      .array(z.string().min(1))
      .optional()
      .describe('Environment variables that hold keys of this tool; their values are masked everywhere.'),
    exports: z.array(exportSchema).min(1).describe('What the module offers; each has a handler of its name.'),
  }),
});

/** See `toolResourceSchema`. */
export type ToolResource = z.infer<typeof toolResourceSchema>;
/** One entry of `spec.exports`. */
export type ToolExportSpec = ToolResource['spec']['exports'][number];
/** Hints about what a tool does; they steer recovery and ordering, and never loosen policy. */
export type ToolAnnotations = z.infer<typeof annotationsSchema>;
