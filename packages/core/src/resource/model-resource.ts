import { z } from 'zod';
import { apiVersion } from './api-version.ts';
import { metadataSchema } from './metadata.ts';
import { settingsSchema } from './settings.ts';

/** The providers a Model can name. */
const modelProviders = [
  'anthropic',
  'openai',
  'google',
  'openai-compatible',
  'scripted',
  'record',
  'replay',
] as const;

const apiKeySchema = z.union([
  z.strictObject({
    valueFrom: z.strictObject({ env: z.string().min(1).describe('Name of an environment variable.') }),
  }),
  z.strictObject({ value: z.string().describe('The key itself; better kept in an environment variable.') }),
]);

/** A YAML document of kind `Model` (SPEC §10). */
export const modelResourceSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  kind: z.literal('Model'),
  metadata: metadataSchema,
  spec: z.strictObject({
    provider: z.enum(modelProviders).describe('Who answers; scripted, record and replay need no network.'),
    model: z.string().min(1).describe('The name the provider knows the model by.'),
    apiKey: apiKeySchema.optional().describe('Default: the variable the provider is known by.'),
    endpoint: z
      .string()
      .min(1)
      .optional()
      .describe('Address of the provider; required for openai-compatible.'),
    options: settingsSchema.optional().describe('Handed to the provider as they stand.'),
  }),
});

/** See `modelResourceSchema`. */
export type ModelResource = z.infer<typeof modelResourceSchema>;
