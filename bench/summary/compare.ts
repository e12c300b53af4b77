import { formatValue, type Result } from './result.ts';
import { formatMachine, type StoredRun } from './stored-run.ts';

/** More than this is worse; what two runs of one machine differ by anyway is less. */
export const tolerance = 0.15;

/** A figure that got worse. */
export interface Decay {
  readonly result: Result;
  readonly before: number;
  /** By how much, as a share of what it was. */
  readonly by: number;
}

/** What got worse since the run before. Ratios are compared always, other figures only with a run of the same kind of machine. */
export function decaysSince(before: StoredRun, now: Pick<StoredRun, 'machine' | 'results'>): Decay[] {
  const isSameMachine = formatMachine(before.machine) === formatMachine(now.machine);
  const known = new Map(before.results.map((result) => [keyOf(result), result.value]));
  return now.results.flatMap((result) => {
    const was = known.get(keyOf(result));
    // What others cost is no promise of ours, and what is near nothing is noise.
    if (was === undefined || was <= 0 || result.whose === 'peer' || result.whose === 'floor') return [];
    if (result.unit !== '×' && !isSameMachine) return [];
    const by = result.better === 'lower' ? result.value / was - 1 : was / result.value - 1;
    return by > tolerance ? [{ result, before: was, by }] : [];
  });
}

/** The comparison for people. */
export function formatComparison(before: StoredRun | undefined, decays: readonly Decay[]): string {
  if (before === undefined) return 'There is no stored run to compare with.';
  const since = `since the run of ${before.date}`;
  const most = `${tolerance * 100} %`;
  if (decays.length === 0) return `Nothing got worse by more than ${most} ${since}.`;
  const lines = decays.map(({ result, before: was, by }) => {
    const values = `${formatValue({ ...result, value: was })} → ${formatValue(result)}`;
    return `  ${result.bench}: ${result.name}  ${values}  (${(by * 100).toFixed(0)} % worse)`;
  });
  return [`Worse by more than ${most} ${since}:`, ...lines].join('\n');
}

function keyOf({ bench, name, unit }: Result): string {
  return `${bench}/${name}/${unit}`;
}
