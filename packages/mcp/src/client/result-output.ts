import { GoondanError, joinFailures, type CompiledSchema, type JsonValue } from '@goondan/core';
import type { CallToolResult } from '@modelcontextprotocol/client';

/** The tool a result is of. */
export interface ResultOf {
  readonly key: string;
  readonly tool: string;
  /** Compiled from what was pinned. */
  readonly outputSchema?: CompiledSchema;
}

/**
 * What the model gets of a result: its structured content where it has one, a single text as it is, else all its parts with their types.
 * Throws `E_MCP_TOOL_ERROR` for one that says it failed and `E_MCP_PROTOCOL` for one that does not fit its schema.
 */
export function resultOutput(result: CallToolResult, about: ResultOf): JsonValue {
  const content = Array.isArray(result.content) ? result.content : [];
  if (result.isError === true) throw toolError(content, about);
  const { structuredContent } = result;
  if (about.outputSchema !== undefined) checkStructured(structuredContent, about.outputSchema, about);
  if (structuredContent === undefined) {
    const [only] = content;
    if (content.length === 1 && only?.type === 'text') return only.text;
    return json({ content }, about);
  }
  // Texts beside it say the same again, for those who do not know it.
  const others = content.filter(({ type }) => type !== 'text');
  return json(others.length === 0 ? structuredContent : { structuredContent, content: others }, about);
}

function checkStructured(value: unknown, schema: CompiledSchema, { key, tool }: ResultOf): void {
  const about = `${tool} of the MCP server '${key}'`;
  if (value === undefined) throw invalid(`${about} promises structured content and gave none.`);
  if (!schema.accepts(value))
    throw invalid(`${about}: the result does not fit its schema: ${joinFailures(schema.failures(value))}`);
}

function toolError(content: CallToolResult['content'], { key, tool }: ResultOf): GoondanError {
  const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return new GoondanError(
    'E_MCP_TOOL_ERROR',
    said === '' ? `${tool} of the MCP server '${key}' failed.` : said,
  );
}

/** What came as JSON is JSON; how deep and large it may be the executor says. */
function json(value: unknown, { key, tool }: ResultOf): JsonValue {
  if (isJson(value)) return value;
  throw invalid(`${tool} of the MCP server '${key}' gave nothing.`);
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

function invalid(message: string): GoondanError {
  return new GoondanError('E_MCP_PROTOCOL', message);
}
