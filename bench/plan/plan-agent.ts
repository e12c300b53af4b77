import { effectivePolicy, ToolExecutor, ToolRegistry, type ToolCallScope } from '@goondan/core';

/** The tool that every call of this bench is of: it does next to nothing. */
export const toolName = 'calc__add';

const policy = effectivePolicy([{ origin: 'bench', policy: { tools: { features: { mcp_tools: true } } } }]);

/** An executor with one tool that costs nothing and one that takes a second; `most` counts how many of those ran side by side. */
export function planExecutor(): { readonly executor: ToolExecutor; readonly seen: { most: number } } {
  const seen = { most: 0 };
  let running = 0;
  const registry = new ToolRegistry();
  registry.register({ name: toolName, handler: (_: unknown, { a }: { a: number }) => a + 1 });
  registry.register({
    name: 'slow__second',
    handler: async () => {
      running += 1;
      seen.most = Math.max(seen.most, running);
      await Bun.sleep(1000);
      running -= 1;
      return null;
    },
  });
  return { executor: new ToolExecutor(registry, { policy }), seen };
}

/** What surrounds the calls of a plan. */
export const scope: ToolCallScope = {
  agentName: 'bench',
  instanceKey: 'default',
  turnId: 't1',
  workdir: process.cwd(),
  logger: console,
  message: {
    id: 'm1',
    data: { role: 'assistant', content: '' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant', stepIndex: 0 },
  },
};
