import { judgeTurns } from '../turn/judge-turns.ts';
import type { ErrandAccepted, ErrandCall, ErrandEvidence } from './evidence.ts';

/** What a scenario finds of its own in one call: what is wrong with it. */
export type CallJudge = (call: ErrandCall, errand: ErrandAccepted) => readonly string[];

/** What became of the errands. */
export interface ErrandFindings {
  readonly lost: readonly string[];
  readonly violations: readonly string[];
  /** Results by code, or `ok`. */
  readonly results: Readonly<Record<string, number>>;
}

/** Every event that was taken in has one outcome, told the same each time; each call is judged; the last event of each slot went well. */
export function judgeErrands(evidence: ErrandEvidence, judgeCall: CallJudge): ErrandFindings {
  const { accepted, ends, acts, problems } = evidence;
  const turns = judgeTurns({ accepted, outcomes: ends, effects: acts });
  const endOf = new Map(ends.map((end) => [end.turnId, end]));
  const results: Record<string, number> = {};
  const calls = accepted.flatMap((errand) =>
    (endOf.get(errand.turnId)?.calls ?? []).flatMap((call) => {
      const name = call.code ?? call.status;
      results[name] = (results[name] ?? 0) + 1;
      return judgeCall(call, errand).map((what) => `${errand.input.slice(0, 60)}: ${what}`);
    }),
  );
  const lastOf = new Map(accepted.map((errand) => [errand.token.split(':')[0] ?? '', errand]));
  const ill = [...lastOf].flatMap(([slot, { turnId }]) => {
    const failed = endOf.get(turnId)?.calls.find(({ status }) => status !== 'ok');
    return failed === undefined
      ? []
      : [`${slot} does not work again after the last fault: ${failed.code} ${failed.message}`];
  });
  return {
    lost: turns.lost,
    violations: [...problems, ...turns.lost, ...turns.violations, ...calls, ...ill],
    results,
  };
}
