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
/** The kinds there are. */
export type ResourceKind = Resource['kind'];

/** The kinds there are, in the order people meet them. */
export const resourceKinds = [
  'Model',
  'Agent',
  'Swarm',
  'Tool',
  'Extension',
] as const satisfies readonly ResourceKind[];

/** True when `value` names one of the kinds. */
export function isResourceKind(value: unknown): value is ResourceKind {
  return resourceKinds.some((kind) => kind === value);
}
