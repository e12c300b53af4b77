import { z } from 'zod';
import { apiVersion } from './api-version.ts';
import { metadataSchema } from './metadata.ts';
import { policySchema } from './policy.ts';
import { agentRefSchema } from './ref.ts';

/** A YAML document of kind `Swarm` (SPEC §10). */
export const swarmResourceSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  kind: z.literal('Swarm'),
  metadata: metadataSchema,
  spec: z.strictObject({
    entryAgent: agentRefSchema.describe('The agent that gets the input; one of agents.'),
    agents: z.array(agentRefSchema).min(1).describe('All agents that can be reached.'),
    policy: policySchema.optional().describe('Binds all agents of the swarm.'),
  }),
});

/** See `swarmResourceSchema`. */
export type SwarmResource = z.infer<typeof swarmResourceSchema>;
