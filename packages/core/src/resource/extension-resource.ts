import { z } from 'zod';
import { apiVersion } from './api-version.ts';
import { metadataSchema } from './metadata.ts';
import { settingsSchema } from './settings.ts';

/** A YAML document of kind `Extension` (SPEC §10). */
export const extensionResourceSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  kind: z.literal('Extension'),
  metadata: metadataSchema,
  spec: z.strictObject({
    entry: z
      .string()
      .min(1)
      .describe('Module with register(api, config), relative to the bundle root; run by Bun.'),
    config: settingsSchema.optional().describe('Given to register; a ref may lay its own over it.'),
  }),
});

/** See `extensionResourceSchema`. */
export type ExtensionResource = z.infer<typeof extensionResourceSchema>;
