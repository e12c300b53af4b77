import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { ToolExecutor, ToolLoader, ToolRegistry, type ToolResult } from '@goondan/core/tool';

/** Calls an export of the memory tool for one instance, through the executor. */
export type NoteCaller = (exportName: string, args: JsonObject) => Promise<ToolResult>;

const registry = new ToolRegistry();
const loader = new ToolLoader({ bundleRoot: join(import.meta.dir, '..', '..') });
for (const tool of await loader.loadModule('./tools/memory/index.ts')) registry.register(tool);
const executor = new ToolExecutor(registry);

/** A caller for an instance that works in a folder. */
export function noteCaller(workdir: string, instanceKey = 'main', agentName = 'tester'): NoteCaller {
  let calls = 0;
  const message = {
    id: 'm',
    data: { role: 'assistant' as const, content: '' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant' as const, stepIndex: 0 },
  };
  const scope = { agentName, instanceKey, turnId: 'turn', message, logger: console, workdir };
  return (exportName, args) => {
    calls += 1;
    return executor.execute({ id: `call-${calls}`, name: `memory__${exportName}`, args }, scope);
  };
}
