import { blockingWhitelist, stepCatalogItems, type ToolCatalogItem } from '@goondan/core';
import type { Agent } from './agent.ts';

/** The items of a step, made anew only when the registry has changed: an unchanged tool set costs a step nothing. */
export function stepItems(agent: Agent): ToolCatalogItem[] {
  const known = itemsOf.get(agent);
  if (known?.revision === agent.registry.revision) return known.items;
  const isAllowed = (name: string): boolean => blockingWhitelist(agent.policy, name) === undefined;
  const items = stepCatalogItems({ registry: agent.registry, resources: agent.tools, isAllowed });
  itemsOf.set(agent, { revision: agent.registry.revision, items });
  return items;
}

const itemsOf = new WeakMap<Agent, { readonly revision: number; readonly items: ToolCatalogItem[] }>();
