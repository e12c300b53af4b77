import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolContext, ToolHandler } from '@goondan/core';

export const handlers: Record<string, ToolHandler> = {
  /** Notes what a real one would do. */
  run: async (ctx: ToolContext, { app, target }: { app: string; target: string }) => {
    await appendFile(join(ctx.workdir, 'deployments.txt'), `${app} ${target}\n`);
    return { app, target };
  },
};
