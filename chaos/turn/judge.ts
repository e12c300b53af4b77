import { repeatableTools } from './bundle.ts';
import { groupBy } from './group-by.ts';
import type { Evidence } from './evidence.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeConversations } from './judge-conversations.ts';
import { judgeTurns } from './judge-turns.ts';

/** What a campaign came to. */
export interface Verdict {
  readonly counts: Counts;
  /** Every promise that was broken, in words. */
  readonly violations: readonly string[];
}

/** What there was, and what there must not be. */
interface Counts {
  readonly turns: number;
  readonly calls: number;
  readonly starts: number;
  readonly ends: number;
  readonly okResults: number;
  readonly errorResults: number;
  readonly unknownOutcomes: number;
  /** Starts of handlers that may be started again, beyond the first. */
  readonly repeatedStarts: number;
  readonly lost: number;
  readonly doubleStarts: number;
}

/** Holds what was written down against what is promised (SPEC §12). */
export function judge(evidence: Evidence): Verdict {
  const turns = judgeTurns(evidence);
  const calls = judgeCalls(evidence);
  const starts = evidence.effects.filter(({ kind }) => kind === 'start');
  const results = new Map(
    evidence.outcomes.flatMap((outcome) =>
      outcome.calls.map((call) => [`${outcome.turnId} ${call.id}`, call] as const),
    ),
  );
  const codes = groupBy([...results.values()], ({ status, code = '' }) =>
    status === 'error' && code === 'E_TOOL_OUTCOME_UNKNOWN' ? 'unknown' : status,
  );
  const repeated = groupBy(
    starts.filter(({ tool }) => repeatableTools.has(tool)),
    ({ idempotencyKey }) => idempotencyKey,
  );
  return {
    counts: {
      turns: evidence.accepted.length,
      calls: results.size,
      starts: starts.length,
      ends: evidence.effects.filter(({ kind }) => kind === 'end').length,
      okResults: codes.get('ok')?.length ?? 0,
      errorResults: codes.get('error')?.length ?? 0,
      unknownOutcomes: codes.get('unknown')?.length ?? 0,
      repeatedStarts: [...repeated.values()].reduce((sum, group) => sum + group.length - 1, 0),
      lost: turns.lost.length,
      doubleStarts: calls.doubleStarts.length,
    },
    violations: [
      ...evidence.problems,
      ...turns.lost,
      ...turns.violations,
      ...calls.doubleStarts,
      ...calls.violations,
      ...judgeConversations(evidence),
    ],
  };
}
