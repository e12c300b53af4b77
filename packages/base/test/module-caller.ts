import { join } from 'node:path';
import type { JsonObject, Policy } from '@goondan/core';
import { ToolExecutor, ToolLoader, ToolRegistry, type ToolResult } from '@goondan/core/tool';

/** Calls an export of one stock tool, through the executor, with arguments as a model sends them. */
export type Caller = (exportName: string, args: JsonObject, signal?: AbortSignal) => Promise<ToolResult>;

/** A caller of the tool in `tools/<name>`, by what its module declares; other tools are not even loaded. */
export async function callerOf(
  name: string,
  { workdir = import.meta.dir, policy = {} }: { readonly workdir?: string; readonly policy?: Policy } = {},
): Promise<Caller> {
  const registry = new ToolRegistry();
  const loader = new ToolLoader({ bundleRoot: join(import.meta.dir, '..') });
  for (const tool of await loader.loadModule(`./tools/${name}/index.ts`)) registry.register(tool);
  const executor = new ToolExecutor(registry, { policy });
  let calls = 0;
  return (exportName, args, signal) => {
    calls += 1;
    const call = { id: `call-${calls}`, name: `${name}__${exportName}`, args };
    const scope = {
      agentName: 'tester',
      instanceKey: 'test',
      turnId: 'turn',
      message,
      logger: console,
      workdir,
    };
    return executor.execute(call, scope, signal === undefined ? {} : { signal });
  };
}

const message = {
  id: 'm',
  data: { role: 'assistant' as const, content: '' },
  metadata: {},
  createdAt: new Date(0),
  source: { type: 'assistant' as const, stepIndex: 0 },
};
