import type { Gauge } from './gauge.ts';
import type { Sample, SoakReport } from './measure.ts';
import { slopeOf } from './slope.ts';

/** A figure, and what it must not exceed. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly limit?: number;
  readonly unit: string;
}

/** The share of the run in which code is compiled and caches fill. */
const warmUp = 0.3;
/** And the turns until as many conversations as an agent keeps in memory have been. */
const warmTurns = 600;
/** Slopes of shorter runs are what the collector happened to leave. */
const leastTurns = 1_500;

/** What the journal may take for a call, its part of the conversation and of the trace with it, and for a turn besides. */
const bytesPerCall = 3_000;
const bytesPerTurn = 8_000;

/** What a soak came to, each with its limit. */
export function figuresOf(report: SoakReport): Figure[] {
  const { samples, turns, calls, wrong, journal, pruned, seconds } = report;
  const isLong = turns >= leastTurns;
  const beginning = Math.max(calls * warmUp, (calls / turns) * Math.min(warmTurns, turns / 2));
  const warm = samples.filter((sample) => sample.calls > beginning);
  const slope = (pick: (sample: Sample) => number): number =>
    slopeOf(warm.map((sample) => ({ at: sample.calls, value: pick(sample) })));
  const limited = (limit: number): { limit?: number } => (isLong ? { limit } : {});
  const growthOf = (
    name: string,
    of: (sample: Sample) => Gauge,
    limits: { heap: number; rss: number },
  ): Figure[] => [
    {
      name: `${name}: heap`,
      value: slope((one) => of(one).heap),
      unit: 'bytes a call',
      ...limited(limits.heap),
    },
    {
      name: `${name}: resident`,
      value: slope((one) => of(one).rss),
      unit: 'bytes a call',
      ...limited(limits.rss),
    },
    {
      name: `${name}: descriptors, last less first`,
      value: difference(warm, (one) => of(one).descriptors),
      limit: 4,
      unit: '',
    },
    {
      name: `${name}: zombies`,
      value: Math.max(...samples.map((one) => of(one).zombies)),
      limit: 0,
      unit: '',
    },
  ];
  return [
    { name: 'calls', value: calls, unit: '' },
    { name: 'turns', value: turns, unit: '' },
    { name: 'calls a second', value: calls / seconds, unit: '' },
    { name: 'turns that did not end as they must', value: wrong, limit: 0, unit: '' },
    ...growthOf('agent', ({ agent }) => agent, { heap: 60, rss: 400 }),
    ...growthOf('orchestrator', ({ orchestrator }) => orchestrator, { heap: 60, rss: 400 }),
    {
      name: 'journal',
      value: journal / turns,
      limit: bytesPerCall * (calls / turns) + bytesPerTurn,
      unit: 'bytes a turn',
    },
    { name: 'journal after pruning', value: pruned / journal, limit: 0.6, unit: 'of what it was' },
  ];
}

/** True when nothing exceeds its limit. */
export function isWithin({ value, limit }: Figure): boolean {
  return limit === undefined || value <= limit;
}

function difference(samples: readonly Sample[], pick: (sample: Sample) => number): number {
  const [first] = samples;
  const last = samples.at(-1);
  return first === undefined || last === undefined ? 0 : pick(last) - pick(first);
}
