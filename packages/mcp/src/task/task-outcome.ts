import { GoondanError, isRecord, type JsonObject, type JsonValue } from '@goondan/core';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { resultOutput } from '../client/result-output.ts';
import type { TaskRecord } from './task-files.ts';

const mostBytes = 50 * 1024;
const headLength = 4096;
const tailLength = 2048;

/** What a handle is completed with for a task that has a result. */
export function resultOutcome({ server: key, tool }: TaskRecord, result: unknown): JsonObject {
  try {
    if (!isResult(result)) throw new GoondanError('E_MCP_PROTOCOL', 'The task has ended without a result.');
    return { status: 'ok', output: shortened(resultOutput(result, { key, tool })) };
  } catch (thrown) {
    return failureOutcome(thrown);
  }
}

/** What a handle is completed with for a task that has none. */
export function failureOutcome(thrown: unknown): JsonObject {
  const error =
    thrown instanceof GoondanError
      ? thrown
      : new GoondanError('E_MCP_PROTOCOL', thrown instanceof Error ? thrown.message : String(thrown));
  const { code, message, suggestion, helpUrl } = error;
  return { status: 'error', error: { code, message, suggestion, helpUrl } };
}

/** It comes to the model as a message, which has no file beside it. */
function shortened(output: JsonValue): JsonValue {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return output;
  const head = text.slice(0, headLength).toWellFormed();
  return { truncated: true, bytes, head, tail: text.slice(-tailLength).toWellFormed() };
}

function isResult(value: unknown): value is CallToolResult {
  return isRecord(value) && Array.isArray(value['content']);
}
