import type { Check } from './check.ts';
import { names } from './names.ts';
import type { Row } from './report.ts';

interface Rule {
  readonly name: string;
  readonly of: string;
  readonly to: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

const rules: readonly Rule[] = [
  { name: 'ours without middleware to floor', of: names.ours, to: names.floor, atMost: 1 },
  { name: 'ours with 3 middlewares to floor', of: names.oursWithMiddleware, to: names.floor, atMost: 1.5 },
  { name: 'AI SDK loop to ours', of: names.aiSdkLoop, to: names.ours, atLeast: 10 },
  { name: 'AI SDK loop, the call alone, to ours', of: names.aiSdkCallAlone, to: names.ours, atLeast: 10 },
  { name: 'LangGraph ToolNode to ours', of: names.langGraph, to: names.ours, atLeast: 10 },
  { name: '10,000 registered to 10', of: names.oursManyRegistered, to: names.ours, atMost: 1.1 },
  {
    name: 'catalog from 100,000 to from 10',
    of: names.catalogFromMost,
    to: names.catalogFromFew,
    atMost: 1.5,
  },
];

/** Judges every rule whose contestants ran. */
export function judge(rows: readonly Row[]): Check[] {
  const medians = new Map(rows.map((row) => [row.name, row.medianNs]));
  return rules.flatMap((rule) => {
    const of = medians.get(rule.of);
    const to = medians.get(rule.to);
    return of === undefined || to === undefined ? [] : [judgeRatio(rule.name, of / to)];
  });
}

/** Judges one rule by its name. */
export function judgeRatio(name: string, ratio: number): Check {
  const rule = rules.find((each) => each.name === name);
  if (rule === undefined) throw new Error(`there is no rule '${name}'`);
  const { atMost = Infinity, atLeast = 0 } = rule;
  const limit = atMost === Infinity ? `≥ ${atLeast} ×` : `≤ ${atMost} ×`;
  return { name, limit, got: Number(ratio.toFixed(3)), ok: ratio <= atMost && ratio >= atLeast };
}
