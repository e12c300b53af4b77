import { isRecord, type JsonValue, type ToolResult } from '@goondan/core';
import { contentOf } from './content.ts';
import { errorToolResult } from './error-tool-result.ts';
import type { McpToolResult } from './tool.ts';

/** What became of a call, in the words of the protocol. `isStructured` says that the tool declares what it gives. */
export function toolResultOf(
  result: ToolResult,
  { isStructured }: { readonly isStructured: boolean },
): McpToolResult {
  const { toolName, status, output = null, handle = '', error } = result;
  if (status === 'error') return errorToolResult(error ?? { message: `${toolName} failed.` });
  if (status === 'pending') return pendingResult(handle, isStructured);
  return outputResult(output, { isStructured });
}

/** A value as the result of a tool: parts that are typed as the protocol has them stay so, all else is text for the model. */
export function outputResult(
  output: JsonValue,
  { isStructured }: { readonly isStructured: boolean },
): McpToolResult {
  const content = contentOf(output);
  if (content !== undefined) {
    const structured = isRecord(output) ? output['structuredContent'] : undefined;
    return structured === undefined
      ? { content }
      : { content: [text(structured), ...content], structuredContent: structured };
  }
  return isStructured ? { content: [text(output)], structuredContent: output } : { content: [text(output)] };
}

/** The outcome follows: what the tool declares to give is not there yet, and a result without it is one that failed. */
function pendingResult(handle: string, isStructured: boolean): McpToolResult {
  const said = `The outcome is not there yet. It is kept under the handle ${handle}: gdn handle show ${handle}.`;
  return {
    content: [{ type: 'text', text: said }],
    _meta: { 'ai.goondan/handle': handle },
    ...(isStructured ? { isError: true } : {}),
  };
}

function text(value: JsonValue): { type: 'text'; text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}
