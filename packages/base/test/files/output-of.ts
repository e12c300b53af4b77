import { isRecord } from '@goondan/core';
import type { ToolResult } from '@goondan/core/tool';

/** What a call gave; nothing where it failed. */
export function outputOf({ output }: ToolResult): Record<string, unknown> {
  return isRecord(output) ? output : {};
}

/** A list in an output, as records. */
export function recordsIn(result: ToolResult, name: string): Record<string, unknown>[] {
  const list = outputOf(result)[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
