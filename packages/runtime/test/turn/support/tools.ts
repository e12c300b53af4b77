import type { ToolContext, ToolDefinition } from '@goondan/core';

/** Gives back what it got. */
export const echo: ToolDefinition = {
  name: 'echo__say',
  description: 'Says it again',
  handler: (_context, input) => input,
};

/** A tool that starts, says so, and ends when told to, or never. */
export interface GatedTool {
  readonly tool: ToolDefinition;
  /** The contexts of the calls so far. */
  readonly started: readonly ToolContext[];
  /** Waits for the n-th start. */
  untilStarted(count?: number): Promise<ToolContext>;
  /** Lets all calls end, those to come as well. */
  open(): void;
}

/** Makes one that ignores its signal. */
export function gatedTool(name: string, more: Partial<ToolDefinition> = {}): GatedTool {
  const started: ToolContext[] = [];
  const gate = Promise.withResolvers<void>();
  let arrival = Promise.withResolvers<void>();
  return {
    started,
    open: () => gate.resolve(),
    async untilStarted(count = 1) {
      for (;;) {
        const context = started[count - 1];
        if (context !== undefined) return context;
        await arrival.promise;
      }
    },
    tool: {
      ...more,
      name,
      async handler(context) {
        // Made on first use: whoever looks only after an abort would not see it happen.
        void context.signal;
        started.push(context);
        arrival.resolve();
        arrival = Promise.withResolvers<void>();
        await gate.promise;
        return 'done';
      },
    },
  };
}
