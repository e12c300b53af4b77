import { GoondanError } from '@goondan/core/basics';
import type { Address } from '../turn-context.ts';
import type { TurnOutcome } from '../turn-outcome.ts';
import { waitFor } from './wait-for.ts';

/** An outcome, or `E_AGENT_TIMEOUT` when it takes longer; leaves no timer behind. */
export async function answerWithin(
  timeoutMs: number | undefined,
  to: Address,
  outcome: Promise<TurnOutcome>,
  wait: typeof waitFor = waitFor,
): Promise<TurnOutcome> {
  if (timeoutMs === undefined) return outcome;
  const done = new AbortController();
  const late = wait(timeoutMs, done.signal).then(() => undefined);
  const answer = await Promise.race([outcome, late]).finally(() => done.abort());
  if (answer !== undefined) return answer;
  throw new GoondanError(
    'E_AGENT_TIMEOUT',
    `${to.agent}/${to.instanceKey} did not answer within ${timeoutMs} ms.`,
  );
}
