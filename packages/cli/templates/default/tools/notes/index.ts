import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolContext, ToolHandler } from '@goondan/core';

/** Each conversation has a folder of its own, `ctx.workdir`: its notes are kept there. */
async function notesOf(ctx: ToolContext): Promise<string[]> {
  const text = await readFile(join(ctx.workdir, 'notes.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

export const handlers: Record<string, ToolHandler> = {
  add: async (ctx: ToolContext, input: { text: string }) => {
    await appendFile(join(ctx.workdir, 'notes.txt'), `${input.text.replaceAll('\n', ' ')}\n`);
    return { count: (await notesOf(ctx)).length };
  },
  list: async (ctx: ToolContext) => ({ notes: await notesOf(ctx) }),
};
