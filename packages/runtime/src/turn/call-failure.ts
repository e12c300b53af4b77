import {
  codedError,
  errorResult,
  truncateErrorMessage,
  type ErrorCode,
  type ToolRegistry,
  type ToolResult,
} from '@goondan/core';
import type { AskedCall } from './answer.ts';
import type { CallRecord } from './records.ts';

/** ERR-3, where the tool is gone. */
const defaultLimit = 1000;

/** How long what is said of a failed call may be (ERR-2). */
export function messageLimitOf(registry: ToolRegistry, toolName: string): number {
  return registry.get(toolName)?.errorMessageLimit ?? defaultLimit;
}

/** The end of a call that another attempt had started. */
export function unknownOutcome(call: AskedCall, registry: ToolRegistry): ToolResult {
  const message = `${call.name} had started when its process ended; whether it took effect is not known. It was not started again.`;
  return failed(call, registry, { code: 'E_TOOL_OUTCOME_UNKNOWN', message });
}

/** The end of a call whose arguments could not be read: it follows from the model's answer alone and needs no entry. */
export function malformedCall(call: AskedCall, registry: ToolRegistry, at: number): CallRecord {
  const message = `${call.name}: the arguments could not be read: ${call.malformed ?? 'they are no JSON'}.`;
  const result = failed(call, registry, { code: 'E_TOOL_INVALID_ARGS', message });
  return { called: { result, state: [], at }, entry: null };
}

function failed(
  call: AskedCall,
  registry: ToolRegistry,
  { code, message }: { readonly code: ErrorCode; readonly message: string },
): ToolResult {
  const shown = truncateErrorMessage(message, messageLimitOf(registry, call.name));
  return errorResult(call, codedError(code, shown));
}
