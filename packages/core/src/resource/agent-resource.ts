import { z } from 'zod';
import { apiVersion } from './api-version.ts';
import { metadataSchema } from './metadata.ts';
import { policySchema } from './policy.ts';
import { extensionRefSchema, refSchema } from './ref.ts';
import { settingsSchema } from './settings.ts';

const modelConfigSchema = z.strictObject({
  modelRef: refSchema.describe('The Model this agent thinks with, e.g. Model/fast.'),
  params: settingsSchema.optional().describe('Parameters of each model call, e.g. temperature.'),
});

const promptSchema = z.strictObject({
  system: z.string().optional().describe('Sent to the model as it stands.'),
  systemRef: z
    .string()
    .min(1)
    .optional()
    .describe('A file that holds the system prompt, relative to the bundle root.'),
});

/** A YAML document of kind `Agent` (SPEC §10). */
export const agentResourceSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  kind: z.literal('Agent'),
  metadata: metadataSchema,
  spec: z.strictObject({
    modelConfig: modelConfigSchema.describe('What the agent thinks with.'),
    prompt: promptSchema.optional().describe('Either system or systemRef.'),
    tools: z.array(refSchema).optional().describe('What the catalog of each step starts from.'),
    extensions: z.array(extensionRefSchema).optional().describe('Set up in this order.'),
    policy: policySchema.optional().describe('Narrows the policy of the swarm, never widens it.'),
    isolation: z
      .enum(['agent', 'instance'])
      .optional()
      .describe('One process for the agent (default), or one for each instance.'),
  }),
});

/** See `agentResourceSchema`. */
export type AgentResource = z.infer<typeof agentResourceSchema>;
