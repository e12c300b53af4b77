import type { ToolCatalogItem } from './catalog-item.ts';
import type { ToolRegistry } from './registry.ts';

/** What decides the tools a step starts with. */
export interface StepCatalogOptions {
  readonly registry: ToolRegistry;
  /** Names of the Tool resources in `Agent.spec.tools` (CAT-2). */
  readonly resources: readonly string[];
  /** Tools that policy blocks are left out of what the model sees. */
  readonly isAllowed?: (toolName: string) => boolean;
}

/**
 * The items a step starts from: the agent's declared tools in declared order, then what extensions registered (CAT-2, CAT-4).
 * Costs time by the tools it holds, not by the size of the registry.
 */
export function stepCatalogItems(options: StepCatalogOptions): ToolCatalogItem[] {
  const { registry, resources, isAllowed = () => true } = options;
  const items = new Map<string, ToolCatalogItem>();
  for (const resource of resources) {
    for (const item of registry.itemsOfResource(resource)) items.set(item.name, item);
  }
  for (const item of registry.dynamicItems()) items.set(item.name, item);
  return [...items.values()].filter((item) => isAllowed(item.name));
}
