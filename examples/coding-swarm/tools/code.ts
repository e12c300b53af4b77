import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, type JsonValue, type ToolContext, type ToolHandler } from '@goondan/core';

/** What has to come of a call; a type, for an interface is no JSON to TypeScript. */
type Case = { call: string; with: JsonValue[]; gives: JsonValue };

export const handlers: Record<string, ToolHandler> = {
  /** The parameters let no path through that leads out of the workspace. */
  write: async (ctx: ToolContext, { path, source }: { path: string; source: string }) => {
    await writeFile(join(ctx.workdir, path), source);
    return { path, lines: source.trimEnd().split('\n').length };
  },

  check: async (ctx: ToolContext, { path, cases }: { path: string; cases: Case[] }) => {
    const file = join(ctx.workdir, path);
    const source = await readFile(file, 'utf8');
    // A module is loaded once in a process: what was written anew has to have another name.
    const module: unknown = await import(`${file}?${Bun.hash(source)}`);
    for (const { call, with: given, gives } of cases) {
      const called = isRecord(module) ? module[call] : undefined;
      if (typeof called !== 'function') throw new Error(`${path} exports no function ${call}`);
      const got: unknown = Reflect.apply(called, undefined, given);
      if (!Bun.deepEquals(got, gives))
        throw new Error(
          `${call}(${JSON.stringify(given)}) gives ${JSON.stringify(got)}, not ${JSON.stringify(gives)}`,
        );
    }
    return { passed: cases.length, source };
  },
};
