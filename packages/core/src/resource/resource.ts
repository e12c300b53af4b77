import { z } from 'zod';
import { agentResourceSchema } from './agent-resource.ts';
import { extensionResourceSchema } from './extension-resource.ts';
import { modelResourceSchema } from './model-resource.ts';
import { swarmResourceSchema } from './swarm-resource.ts';
import { toolResourceSchema } from './tool-resource.ts';

/** The schema of each kind of document a bundle can hold. */
export const resourceSchemas = {
  Model: modelResourceSchema,
  Agent: agentResourceSchema,
  Swarm: swarmResourceSchema,
  Tool: toolResourceSchema,
  Extension: extensionResourceSchema,
} as const;

/** Any document of a bundle, told apart by `kind`. */
export const resourceSchema = z.discriminatedUnion('kind', [
  modelResourceSchema,
  agentResourceSchema,
  swarmResourceSchema,
  toolResourceSchema,
  extensionResourceSchema,
]);

/** See `resourceSchema`. */
export type Resource = z.infer<typeof resourceSchema>;
