import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { loadBundle } from '@goondan/core/bundle';
import { ToolExecutor, ToolLoader, ToolRegistry, type ToolResult } from '@goondan/core/tool';

/** The root of the stock bundle. */
export const stockRoot = join(import.meta.dir, '..');

/** Loads the stock bundle from its YAML, as any runtime would. */
export async function loadStockTools(): Promise<ToolRegistry> {
  const { resources } = await loadBundle(stockRoot);
  const registry = new ToolRegistry();
  const loader = new ToolLoader({ bundleRoot: stockRoot });
  for (const { resource } of resources) {
    if (resource.kind !== 'Tool') continue;
    for (const definition of await loader.load(resource)) registry.register(definition);
  }
  return registry;
}

const executor = new ToolExecutor(await loadStockTools());
let calls = 0;

/** Calls a stock tool by its full name, through the executor. */
export function call(name: string, args: JsonObject): Promise<ToolResult> {
  return executor.execute({ id: `call-${(calls += 1)}`, name, args }, scope);
}

/** What surrounds every call of these tests. */
export const scope = {
  agentName: 'tester',
  instanceKey: 'test',
  turnId: 'turn',
  message: {
    id: 'm',
    data: { role: 'assistant' as const, content: '' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant' as const, stepIndex: 0 },
  },
  workdir: stockRoot,
  logger: console,
};
