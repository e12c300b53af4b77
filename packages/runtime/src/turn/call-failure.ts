import { codedError, errorResult, type ToolResult } from '@goondan/core';
import type { AskedCall } from './answer.ts';
import type { CallRecord } from './records.ts';

/** The end of a call that another attempt had started. */
export function unknownOutcome(call: AskedCall): ToolResult {
  const message = `${call.name} had started when its process ended; whether it took effect is not known. It was not started again.`;
  return errorResult(call, codedError('E_TOOL_OUTCOME_UNKNOWN', message));
}

/** The end of a call whose arguments could not be read: it follows from the model's answer alone and needs no entry. */
export function malformedCall(call: AskedCall, at: number): CallRecord {
  const message = `${call.name}: the arguments could not be read: ${call.malformed ?? 'they are no JSON'}.`;
  const result = errorResult(call, codedError('E_TOOL_INVALID_ARGS', message));
  return { called: { result, state: [], at }, entry: null };
}
