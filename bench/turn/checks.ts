import type { Check } from '../call/check.ts';
import type { Figure } from './figure.ts';
import { names } from './names.ts';

interface Rule {
  readonly name: string;
  readonly of: string;
  /** What it is divided by; the figure itself counts where there is none. */
  readonly to?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Those without a limit are printed and judge nothing. */
const rules: readonly Rule[] = [
  { name: 'journaled call to bare commit', of: names.call, to: names.bareCommit, atMost: 2.5 },
  { name: 'idempotent call to bare commit', of: names.idempotentCall, to: names.bareCommit },
  { name: 'journaled calls per second, 64 instances', of: names.throughput, atLeast: 10_000 },
  { name: 'the same, 1 call a step', of: names.throughputOneByOne },
  { name: 'our step to generateText', of: names.ourStep, to: names.generateText, atMost: 2 },
  { name: 'our streamed step to streamText', of: names.ourStreamedStep, to: names.streamText, atMost: 2 },
  { name: 'our streamed step to generateText', of: names.ourStreamedStep, to: names.generateText },
  { name: 'our turn to generateText, both 2 steps', of: names.ourTurn, to: names.generateTextTurn },
  { name: '1,000 registered to 10', of: names.ourStepOfThousand, to: names.ourStep, atMost: 1.1 },
  { name: '10,000 registered to 10', of: names.ourStepOfTenThousand, to: names.ourStep, atMost: 1.1 },
  { name: '3 middlewares of each kind to none', of: names.ourStepWithMiddleware, to: names.ourStep },
];

/** Judges every rule whose figures are there. */
export function judge(figures: readonly Figure[]): Check[] {
  const medians = new Map(figures.map(({ name, median }) => [name, median]));
  return rules.flatMap(({ name, of, to }) => {
    const value = medians.get(of);
    const divisor = to === undefined ? 1 : medians.get(to);
    return value === undefined || divisor === undefined ? [] : [judgeRule(name, value / divisor)];
  });
}

/** Judges one rule by its name. */
export function judgeRule(name: string, got: number): Check {
  const rule = rules.find((each) => each.name === name);
  if (rule === undefined) throw new Error(`there is no rule '${name}'`);
  const { to, atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = rule;
  const unit = to === undefined ? '' : ' ×';
  return {
    name,
    limit: rule.atMost !== undefined ? `≤ ${atMost}${unit}` : atLeast > 0 ? `≥ ${atLeast}${unit}` : '',
    got: Number(got.toFixed(3)),
    ok: got <= atMost && got >= atLeast,
  };
}
