import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** What became of the turns. */
export interface TurnFindings {
  /** Acknowledged, and gone or changed afterwards. */
  readonly lost: readonly string[];
  readonly violations: readonly string[];
}

/** Every turn that was accepted has one outcome, told the same each time, and an instance takes them one by one in their order. */
export function judgeTurns({
  accepted,
  outcomes,
  effects,
}: Pick<Evidence, 'accepted' | 'outcomes' | 'effects'>): TurnFindings {
  const told = groupBy(outcomes, ({ turnId }) => turnId);
  const lost: string[] = [];
  const violations: string[] = [];
  for (const { turnId, instanceKey } of accepted) {
    const lines = told.get(turnId) ?? [];
    if (!lines.some(({ kind }) => kind === 'retold'))
      lost.push(`Turn ${turnId} of ${instanceKey} was accepted and has no outcome.`);
    if (new Set(lines.map(({ digest }) => digest)).size > 1)
      lost.push(`Turn ${turnId} of ${instanceKey} was told with different outcomes.`);
    const status = lines.at(-1)?.status;
    if (status !== undefined && status !== 'completed')
      violations.push(`Turn ${turnId} of ${instanceKey} was ${status}.`);
  }
  return { lost, violations: [...violations, ...outOfOrder({ accepted, effects })] };
}

function outOfOrder({ accepted, effects }: Pick<Evidence, 'accepted' | 'effects'>): string[] {
  const sequences = new Map(accepted.map(({ turnId, sequence }) => [turnId, sequence]));
  const latest = new Map<string, number>();
  return effects.flatMap(({ instanceKey, turnId }) => {
    // Accepted, but cut off before anybody was told: handed in again it was accepted by its own name.
    const sequence = sequences.get(turnId);
    if (sequence === undefined) return [`A handler ran for turn ${turnId}, which nobody asked for.`];
    const before = latest.get(instanceKey) ?? -1;
    latest.set(instanceKey, sequence);
    return sequence < before
      ? [`Turn ${sequence} of ${instanceKey} worked after turn ${before} had begun.`]
      : [];
  });
}
