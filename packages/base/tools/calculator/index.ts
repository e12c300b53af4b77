import type { ToolContext, ToolHandler } from '@goondan/core/tool';

/** The handlers of Tool/calculator. What calculates is loaded by the first call: whoever only lists tools does not wait for it. */
export const handlers: Record<string, ToolHandler> = {
  evaluate: async (_ctx: ToolContext, { expression }: { expression: string }) => {
    const { calculate } = await import('./calculate.ts');
    return { ...calculate(expression) };
  },
};
