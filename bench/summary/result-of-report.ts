import type { Check } from '../call/check.ts';
import { names as callNames } from '../call/names.ts';
import type { Figure } from '../turn/figure.ts';
import { names as turnNames } from '../turn/names.ts';
import type { Result } from './result.ts';

/** What a report of figures and checks comes to: a figure that is a check as it stands is not said twice. */
export function resultsOf(bench: string, figures: readonly Figure[], checks: readonly Check[]): Result[] {
  const checked = new Set(checks.map(({ got }) => got));
  return [
    ...checks.map((check) => promiseOf(bench, check)),
    ...figures.filter(({ median }) => !checked.has(median)).map((figure) => figureOf(bench, figure)),
  ];
}

/** A check of a bench: `≤ 2.5 ×`, `≥ 10000`, or no limit. */
export function promiseOf(bench: string, { name, limit, got }: Check): Result {
  const [, sign, number] = /^([≤≥]) ([\d.]+)/.exec(limit) ?? [];
  const isPlain = number !== undefined && !limit.endsWith('×');
  const [, text = name, unit] = /^(.*), (µs|MB)$/.exec(name) ?? [];
  return {
    bench,
    name: text,
    // Times of checks are microseconds; those that are limited are long enough for milliseconds.
    ...(unit === 'µs'
      ? { value: got / 1000, unit: 'ms' }
      : { value: got, unit: unit === 'MB' ? 'MB' : isPlain || /per second|a step$/.test(name) ? '/s' : '×' }),
    better: sign === '≥' || /per second|a step$/.test(name) ? 'higher' : 'lower',
    ...(number === undefined
      ? {}
      : {
          limit: {
            kind: sign === '≥' ? 'atLeast' : 'atMost',
            value: unit === 'µs' ? Number(number) / 1000 : Number(number),
          },
        }),
  };
}

function figureOf(bench: string, { name, unit, median }: Figure): Result {
  const isPeer = name.startsWith('AI SDK');
  const isStep = new Set<string>([
    turnNames.ourStep,
    turnNames.ourStreamedStep,
    turnNames.generateText,
    turnNames.streamText,
  ]).has(name);
  const isFloor = name.startsWith('bare') || name === 'hops + commits' || name.startsWith('two hops');
  return {
    bench,
    name,
    value: median,
    unit,
    better: unit === '/s' || name === 'rows per commit' ? 'higher' : 'lower',
    whose: isPeer ? 'peer' : isFloor ? 'floor' : 'ours',
    ...(isStep ? { field: 'step' } : {}),
  };
}

/** Where a contestant of `bench/call` belongs. Catalogs and large outputs are not the call; the AI SDK's steps are what its calls are made of. */
export function fieldOfCall(name: string): Pick<Result, 'field' | 'whose'> {
  const isOther =
    /^catalog|10 kB/.test(name) ||
    name === callNames.aiSdkStepWithCall ||
    name === callNames.aiSdkStepWithoutCall;
  const whose = /^(ours|catalog)/.test(name)
    ? 'ours'
    : /^(floor|bare|Ajv|JSON)/.test(name)
      ? 'floor'
      : 'peer';
  return isOther ? { whose } : { whose, field: 'call' };
}
