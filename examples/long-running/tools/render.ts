import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pending, type ToolContext, type ToolHandler } from '@goondan/core';

export const handlers: Record<string, ToolHandler> = {
  /** Puts the order into a queue and does not wait. The handle is all that whoever renders has to know. */
  start: async (ctx: ToolContext, { title }: { title: string }) => {
    const handle = `film-${Bun.hash(ctx.idempotencyKey).toString(36)}`;
    await appendFile(join(ctx.workdir, 'orders.jsonl'), `${JSON.stringify({ handle, title })}\n`);
    return pending(handle);
  },
};
