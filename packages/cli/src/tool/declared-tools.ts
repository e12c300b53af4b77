import type { Environment, ToolCatalogItem } from '@goondan/core';
import { buildToolName } from '@goondan/core/basics';
import { loadBundle } from '@goondan/core/bundle';
import { loadStock } from '@goondan/runtime/bundle';
import type { DeclaredTools } from './tool-details.ts';

/** Where tools are declared: the bundle, and beneath it the stock. */
export async function declaredTools(
  bundleRoot: string | undefined,
  env: Environment,
): Promise<DeclaredTools[]> {
  const stock = await loadStock();
  const ofStock = {
    folder: 'stock, @goondan/base',
    resources: stock.resources.map(({ resource }) => ({ resource })),
  };
  if (bundleRoot === undefined) return [ofStock];
  const { resources } = await loadBundle(bundleRoot, { stock: stock.names, checkModules: false, env });
  return [{ folder: bundleRoot, resources }, ofStock];
}

/** A stock tool as a catalog would show it, though no agent of the bundle has it; undefined when there is none. */
export async function stockItem(name: string): Promise<ToolCatalogItem | undefined> {
  const { resources } = await loadStock();
  for (const { resource } of resources) {
    if (resource.kind !== 'Tool') continue;
    for (const { name: exported, description, parameters } of resource.spec.exports) {
      if (buildToolName(resource.metadata.name, exported) !== name) continue;
      return {
        name,
        ...(description === undefined ? {} : { description }),
        ...(parameters === undefined ? {} : { parameters }),
        source: { type: 'config', name: resource.metadata.name },
      };
    }
  }
  return undefined;
}
