import {
  codedError,
  errorResult,
  truncateErrorMessage,
  type ErrorCode,
  type JsonObject,
} from '@goondan/core';
import type { CallBatch, PlannedCall } from './call-batch.ts';
import { messageLimitOf } from './call-failure.ts';
import { calledSchema, type Called, type CallRecord } from './records.ts';

/** Why a call ends without being run. */
export interface UnrunReason {
  readonly code: ErrorCode;
  readonly message: string;
  /** What those who watch are told of the decision. */
  readonly told: JsonObject;
}

/** Ends a call that is not to run, or not again: its chain is not entered, its handler does not start. */
export async function endUnrun(
  { turn, at }: CallBatch,
  { call, place, span }: PlannedCall,
  { entry, code, message, told }: UnrunReason & { readonly entry: string },
): Promise<CallRecord> {
  const made = async (): Promise<Called> => {
    const limit = messageLimitOf(turn.agent.registry, call.name);
    const error = { code, message: truncateErrorMessage(turn.mask.json(message), limit) };
    span.started('tool.started', { attributes: { args: call.args, decision: 'refused', ...told } });
    span.ended('tool.failed', { error });
    return { result: errorResult(call, codedError(code, error.message)), state: [], at };
  };
  return { called: await turn.context.step(`${place}/${entry}`, calledSchema, made), entry };
}
