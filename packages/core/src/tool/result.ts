import { errorNameOf, helpUrlOf, suggestionOf, type ErrorCode } from '../error/codes.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { ToolCall } from './call.ts';

/** Why a call failed, written for the model that reads it. */
export interface ToolError {
  message: string;
  name?: string;
  code?: string;
  suggestion?: string;
  helpUrl?: string;
}

/** What became of a call: always a value, never an exception (ERR-1). */
export interface ToolResult {
  toolCallId: string;
  toolName: string;
  status: 'ok' | 'error' | 'pending';
  output?: JsonValue;
  handle?: string;
  error?: ToolError;
}

/** The same type, under the name middleware uses. */
export type ToolCallResult = ToolResult;

/** The result of a call that succeeded. */
export function okResult(call: ToolCall, output: JsonValue): ToolResult {
  return { toolCallId: call.id, toolName: call.name, status: 'ok', output };
}

/** The result of a call whose outcome follows under `handle`. */
export function pendingResult(call: ToolCall, handle: string): ToolResult {
  return { toolCallId: call.id, toolName: call.name, status: 'pending', handle };
}

/** The result of a call that failed. */
export function errorResult(call: ToolCall, error: ToolError): ToolResult {
  return { toolCallId: call.id, toolName: call.name, status: 'error', error };
}

/** An error of the closed list, with name, suggestion and help filled in (ERR-4, ERR-5). */
export function codedError(
  code: ErrorCode,
  message: string,
  details: { suggestion?: string; name?: string } = {},
): ToolError {
  return {
    code,
    name: details.name ?? errorNameOf(code),
    message,
    suggestion: details.suggestion ?? suggestionOf(code),
    helpUrl: helpUrlOf(code),
  };
}
