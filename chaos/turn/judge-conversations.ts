import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** The conversation of every instance is one a provider accepts: each call of each turn is in it once, with one result. */
export function judgeConversations({ accepted, outcomes, conversations }: Evidence): string[] {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.turnId, outcome]));
  const last = new Map(conversations.map((conversation) => [conversation.instanceKey, conversation]));
  return [...groupBy(accepted, ({ instanceKey }) => instanceKey)].flatMap(([instanceKey, turns]) => {
    const conversation = last.get(instanceKey);
    if (conversation === undefined) return [`The conversation of ${instanceKey} was not told.`];
    const sorted = turns.toSorted((one, other) => one.sequence - other.sequence);
    const asked = sorted.flatMap(({ turnId }) => outcomeOf.get(turnId)?.calls.map(({ id }) => id) ?? []);
    return [
      ...difference(`The calls of ${instanceKey}`, asked, conversation.calls),
      ...difference(`The results of ${instanceKey}`, conversation.calls, conversation.results),
    ];
  });
}

function difference(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const at = expected.findIndex((id, index) => found[index] !== id);
  if (at === -1 && expected.length === found.length) return [];
  const place = at === -1 ? expected.length : at;
  return [
    `${what} differ at ${place}: ${expected[place] ?? 'nothing'} against ${found[place] ?? 'nothing'}.`,
  ];
}
