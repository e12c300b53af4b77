import { blockingWhitelist, stepCatalogItems, ToolCatalog, type ToolCatalogItem } from '@goondan/core';
import type { Agent } from './agent.ts';

/** The items of a step, made anew only when the registry has changed: an unchanged tool set costs a step nothing. */
export function stepItems(agent: Agent): ToolCatalogItem[] {
  const known = itemsOf.get(agent);
  if (known?.revision === agent.registry.revision) return known.items;
  const items = stepCatalogItems({
    registry: agent.registry,
    resources: agent.tools,
    isAllowed: (name) => isAllowed(agent, name),
  });
  itemsOf.set(agent, { revision: agent.registry.revision, items });
  return items;
}

/** The catalog without what policy blocks, also where step middleware has put it back. */
export function withoutBlocked(agent: Agent, catalog: ToolCatalog): ToolCatalog {
  const items = catalog.items();
  if (items.every(({ name }) => isAllowed(agent, name))) return catalog;
  return new ToolCatalog(
    items.filter(({ name }) => isAllowed(agent, name)),
    agent.registry,
  );
}

function isAllowed({ policy }: Agent, toolName: string): boolean {
  return blockingWhitelist(policy, toolName) === undefined;
}

const itemsOf = new WeakMap<Agent, { readonly revision: number; readonly items: ToolCatalogItem[] }>();
