import type { JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import { shellWord } from '../output/shell-word.ts';

/** A command line that calls a tool with these arguments, ready to paste; `undefined` are arguments nobody could think of. */
export function exampleCall(name: string, args: JsonValue | undefined): string {
  const call = `gdn tool call ${name}`;
  if (!isRecord(args)) return `${call} --args-json '{…}'`;
  const pairs = Object.entries(args).map(([key, value]) => pairOf(key, value));
  if (pairs.every((pair) => pair !== undefined)) return [call, ...pairs].join(' ');
  return `${call} --args-json ${shellWord(JSON.stringify(args))}`;
}

/** As `--arg` gives it back; undefined for what it does not. */
function pairOf(key: string, value: unknown): string | undefined {
  if (!/^[\w-]+$/.test(key)) return undefined;
  if (typeof value === 'string') return `--arg ${key}=${shellWord(value)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `--arg ${key}=${value}` : undefined;
}
