import { groupBy } from '../turn/group-by.ts';
import type { ProcessEvidence } from './evidence.ts';

/**
 * The conversation of every instance is one a provider accepts: each call has one result, in order, and the calls of each turn that was
 * handed in are there, in order. Turns that come from other agents stand between them.
 */
export function judgeConversations({ accepted, ends, conversations }: ProcessEvidence): string[] {
  const endOf = new Map(ends.map((end) => [end.turnId, end]));
  const last = new Map(conversations.map((conversation) => [conversation.instanceKey, conversation]));
  return [...groupBy(accepted, ({ instanceKey }) => instanceKey)].flatMap(([instanceKey, turns]) => {
    const conversation = last.get(instanceKey);
    if (conversation === undefined) return [`The conversation of ${instanceKey} was not told.`];
    const { calls, results } = conversation;
    const sorted = turns.toSorted((one, other) => one.sequence - other.sequence);
    const asked = sorted.flatMap(({ turnId }) => endOf.get(turnId)?.calls.map(({ id }) => id) ?? []);
    const missing = missingIn(asked, calls);
    return [
      ...(missing === undefined ? [] : [`Call ${missing} of ${instanceKey} is not where it was made.`]),
      ...(new Set(calls).size === calls.length ? [] : [`A call of ${instanceKey} is there twice.`]),
      ...(calls.join() === results.join() ? [] : [`Calls and results of ${instanceKey} differ.`]),
    ];
  });
}

/** The first that does not come after those before it. */
function missingIn(expected: readonly string[], found: readonly string[]): string | undefined {
  let at = -1;
  return expected.find((id) => {
    at = found.indexOf(id, at + 1);
    return at === -1;
  });
}
