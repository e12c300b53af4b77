import type { Check } from '../call/check.ts';
import type { Figure } from '../turn/figure.ts';
import { names } from './names.ts';

interface Rule {
  readonly name: string;
  readonly of: string;
  /** What it is divided by; the figure itself counts where there is none. */
  readonly to?: string;
  readonly atMost: number;
}

const rules: readonly Rule[] = [
  { name: 'request to its hops and commits', of: names.request, to: names.floor, atMost: 3 },
  { name: 'spawn to first turn to a bare child', of: names.coldStart, to: names.bareChild, atMost: 1.3 },
  { name: 'spare to first turn, µs', of: names.spareStart, atMost: 20_000 },
  { name: 'idle agent process, MB', of: names.idleMemory, atMost: 45 },
  { name: '1,000 idle instances, MB', of: names.instanceMemory, atMost: 50 },
];

/** Judges every rule whose figures are there. */
export function judge(figures: readonly Figure[]): Check[] {
  const medians = new Map(figures.map(({ name, median }) => [name, median]));
  return rules.flatMap(({ name, of, to, atMost }) => {
    const value = medians.get(of);
    const divisor = to === undefined ? 1 : medians.get(to);
    if (value === undefined || divisor === undefined) return [];
    const got = Number((value / divisor).toFixed(3));
    return [{ name, limit: `≤ ${atMost}${to === undefined ? '' : ' ×'}`, got, ok: got <= atMost }];
  });
}
