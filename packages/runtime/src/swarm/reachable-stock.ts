import type { Resource } from '@goondan/core/bundle';
import type { AgentDefinition } from './agent-definition.ts';
import { nameOf, type Rooted } from './resources.ts';

/** Of the stock what one agent can reach: the tools and extensions that it names, and every model. The whole would take longer to hand over than the rest of its bundle. */
export function reachableStock(
  stock: readonly Rooted[],
  definition: AgentDefinition | undefined,
): { root: string; resources: Resource[] }[] {
  const extensions = definition?.resource?.spec.extensions ?? [];
  const named = new Set([
    ...(definition?.tools ?? []).map((name) => `Tool/${name}`),
    ...extensions.map((ref) => `Extension/${nameOf(ref, 'Extension')}`),
  ]);
  return stock.map(({ root, resources }) => ({
    root,
    resources: resources
      .map(({ resource }) => resource)
      .filter(({ kind, metadata }) => kind === 'Model' || named.has(`${kind}/${metadata.name}`)),
  }));
}
