import { isRecord, parseJson, type ToolResult } from '@goondan/core';

/** What a server that was asked for its environment said. */
export function environmentOf({ output }: ToolResult): Readonly<Record<string, unknown>> {
  const parsed = typeof output === 'string' ? parseJson(output) : undefined;
  return isRecord(parsed) ? parsed : {};
}
