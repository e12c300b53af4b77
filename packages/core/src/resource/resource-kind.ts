import type { Resource } from './resource.ts';

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
