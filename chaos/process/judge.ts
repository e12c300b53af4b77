import { judgeCalls } from '../turn/judge-calls.ts';
import { judgeTurns } from '../turn/judge-turns.ts';
import { groupBy } from '../turn/group-by.ts';
import type { Act, ProcessEvidence } from './evidence.ts';
import { judgeConversations } from './judge-conversations.ts';
import { judgeMessages, type MessageCounts } from './judge-messages.ts';

/** What there was, and what there must not be. */
interface Counts extends MessageCounts {
  readonly turns: number;
  readonly calls: number;
  readonly starts: number;
  readonly unknownOutcomes: number;
  /** Calls given up because they were there each time their process went down. */
  readonly givenUp: number;
  readonly lost: number;
  readonly doubleStarts: number;
}

/** What a campaign came to. */
export interface Verdict {
  readonly counts: Counts;
  /** Every promise that was broken, in words. */
  readonly violations: readonly string[];
}

/** Holds what was written down against what is promised (SPEC §12). */
export function judgeProcesses(evidence: ProcessEvidence): Verdict {
  const { accepted, ends, acts, problems } = evidence;
  const direct = new Set(accepted.map(({ turnId }) => turnId));
  const turns = judgeTurns({
    accepted,
    outcomes: ends,
    effects: acts.filter(({ turnId }) => direct.has(turnId)),
  });
  const own = ends.map((end) => ({
    ...end,
    calls: end.calls.filter(
      ({ name, status, isGivenUp }) => !name.startsWith('agents__') && status !== 'pending' && !isGivenUp,
    ),
  }));
  const calls = judgeCalls({ effects: acts, outcomes: own });
  const messages = judgeMessages(evidence);
  const results = [...new Map(ends.map((end) => [end.turnId, end])).values()].flatMap((end) => end.calls);
  return {
    counts: {
      turns: accepted.length,
      calls: results.length,
      starts: acts.filter(({ kind }) => kind === 'start').length,
      unknownOutcomes: results.filter(({ code }) => code === 'E_TOOL_OUTCOME_UNKNOWN').length,
      givenUp: results.filter(({ isGivenUp }) => isGivenUp).length,
      lost: turns.lost.length + messages.lost.length,
      doubleStarts: calls.doubleStarts.length,
      ...messages.counts,
    },
    violations: [
      ...problems,
      ...turns.lost,
      ...turns.violations,
      ...calls.doubleStarts,
      ...calls.violations,
      ...messages.lost,
      ...messages.violations,
      ...interleaved(acts),
      ...judgeConversations(evidence),
    ],
  };
}

/** An instance takes one turn at a time, whoever it is from: once the next has begun nothing happens in the last. */
function interleaved(acts: readonly Act[]): string[] {
  return [...groupBy(acts, ({ instanceKey }) => instanceKey)].flatMap(([instanceKey, lines]) => {
    const over = new Set<string>();
    let current = '';
    return lines.flatMap(({ turnId }) => {
      if (turnId === current) return [];
      over.add(current);
      current = turnId;
      return over.has(turnId) ? [`Turn ${turnId} of ${instanceKey} worked after another had begun.`] : [];
    });
  });
}
