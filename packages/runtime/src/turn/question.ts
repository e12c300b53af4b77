import { sortedJson, type Approver, type JsonObject } from '@goondan/core';
import type { Decision } from './records.ts';
import type { TurnState } from './turn-state.ts';

/** What a person decided about a call. */
export interface Approved {
  readonly decision: Decision;
  /** The arguments the person saw, or wrote. */
  readonly seen: JsonObject;
  /** What the call starts with: middleware may make of it what the person saw. */
  readonly start: JsonObject;
}

/**
 * Answers the executor's question about a call. What a person has not seen yet ends the run, without a result: nobody can be waited
 * for inside an entry. The handler has not started then.
 */
export function questionOf({ context, mask, grants }: TurnState, approved: Approved | undefined): Question {
  let held: { rule: string; args: JsonObject } | undefined;
  const controller = new AbortController();
  const approve: Approver = async ({ toolName, args, rule }) => {
    const shown = mask.json(args);
    // First what was said of this very call: it may have been edited.
    if (approved !== undefined && sortedJson(shown) === sortedJson(mask.json(approved.seen)))
      return approved.decision;
    if (grants.covers(toolName, args)) return { decision: 'approve' };
    held = { rule, args: shown };
    controller.abort(new Error('it waits for approval'));
    return new Promise(() => {});
  };
  return {
    options: { approve, signal: AbortSignal.any([context.signal, controller.signal]) },
    held: () => held,
  };
}

/** What the executor is given to ask with. */
export interface Question {
  readonly options: { readonly approve: Approver; readonly signal: AbortSignal };
  /** The rule and the arguments it has to wait for. */
  held(): { rule: string; args: JsonObject } | undefined;
}
