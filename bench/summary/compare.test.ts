import { expect, test } from 'bun:test';
import { chartOf } from './chart.ts';
import { decaysSince, formatComparison } from './compare.ts';
import { withTables } from './page.ts';
import type { Result } from './result.ts';
import type { StoredRun } from './stored-run.ts';

const machine = { cpu: 'a cpu', cores: 2, memoryGb: 8, bun: '1.0.0' };
const ratio: Result = {
  bench: 'call',
  name: 'ours to floor',
  value: 0.8,
  unit: '×',
  better: 'lower',
  limit: { kind: 'atMost', value: 1 },
};
const time: Result = {
  bench: 'call',
  name: 'ours, 0 middlewares',
  value: 1,
  unit: 'µs',
  better: 'lower',
  field: 'call',
  whose: 'ours',
};
const peer: Result = {
  bench: 'call',
  name: 'a <peer>',
  value: 100,
  unit: 'µs',
  better: 'lower',
  field: 'call',
  whose: 'peer',
};
const rate: Result = {
  bench: 'turn',
  name: 'calls per second',
  value: 10_000,
  unit: '/s',
  better: 'higher',
  limit: { kind: 'atLeast', value: 10_000 },
};
const runOf = (...results: Result[]): StoredRun => ({
  date: '2026-01-01',
  machine,
  isShort: false,
  load: 0.1,
  seconds: 100,
  results,
});

test('what is worse by more than 15 % is told, in both directions; what is better, and what others cost, is not', () => {
  const before = runOf(ratio, time, peer, rate);
  const now = runOf(
    { ...ratio, value: 0.93 },
    { ...time, value: 0.5 },
    { ...peer, value: 300 },
    { ...rate, value: 8_000 },
  );
  const decays = decaysSince(before, now);
  expect(decays.map(({ result }) => result.name)).toEqual(['ours to floor', 'calls per second']);
  expect(formatComparison(before, decays)).toContain('call: ours to floor  0.80 × → 0.93 ×  (16 % worse)');
  expect(decaysSince(before, runOf({ ...ratio, value: 0.91 }))).toEqual([]);
});

test('with a run of another machine only ratios are compared', () => {
  const before = { ...runOf(ratio, time), machine: { ...machine, cores: 64 } };
  const decays = decaysSince(before, runOf({ ...ratio, value: 2 }, { ...time, value: 2 }));
  expect(decays.map(({ result }) => result.unit)).toEqual(['×']);
});

test('the page gets its tables between its marks and keeps its words', async () => {
  const page = await Bun.file(new URL('../../docs/reference/benchmarks.md', import.meta.url)).text();
  const once = withTables(page, runOf({ ...ratio, value: 1.2 }, time, peer));
  expect(once).toContain('| call | ours to floor | 1.20 × | ≤ 1 × | **not reached** |');
  expect(once).toContain('| a <peer> | 100 µs | 100 × |');
  expect(once).toStartWith(page.slice(0, page.indexOf('<!--')));
  expect(withTables(once, runOf({ ...ratio, value: 1.2 }, time, peer))).toBe(once);
});

test('the chart is one whole picture in which every figure has its name and value', () => {
  const chart = chartOf(runOf(ratio, time, peer, rate));
  for (const text of [
    'call: ours to floor',
    '0.80 × (≤ 1 ×)',
    'a &lt;peer&gt;',
    '100 µs',
    '10,000 /s (≥ 10,000 /s)',
  ])
    expect(chart).toContain(text);
  expect(chart).not.toMatch(/NaN|undefined/);
  expect(chart.match(/<text/g)?.length).toBe(chart.match(/<\/text>/g)?.length ?? 0);
});
