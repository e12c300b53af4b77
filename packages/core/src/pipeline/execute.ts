import type { JsonObject } from '../json/json-value.ts';
import type { ExecutedCall } from '../plan/plan-result.ts';

/** A tool call that middleware makes of its own accord. */
export interface OwnCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * Runs a tool call as if the model had asked for it: the same catalog, policy, approvals, toolCall middleware and record, so that it is
 * answered from the record when the middleware runs again after a crash, and never starts twice. Within one layer the same name is the
 * same call. Whatever the tool does is a result; the conversation is told nothing.
 */
export type Execute = (name: string, call: OwnCall) => Promise<ExecutedCall>;
