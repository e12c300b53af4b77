import { executePlan } from '@goondan/core';
import { describeMachine, formatMachine, formatTable } from '../call/report.ts';
import { measureOverhead } from './overhead.ts';
import { planExecutor, scope } from './plan-agent.ts';

/** Eight independent tools of a second each: how long they take together, and how many ran side by side. */
async function eightSeconds(): Promise<{ readonly seconds: number; readonly most: number }> {
  const { executor, seen } = planExecutor();
  const begun = performance.now();
  await executePlan({ tools: Array.from({ length: 8 }, () => 'slow__second') }, { executor, context: scope });
  return { seconds: (performance.now() - begun) / 1000, most: seen.most };
}

const machine = describeMachine();
const together = await eightSeconds();
const figures = await measureOverhead();
const [bare, flat, chain] = figures;
const overhead = {
  independent: (flat?.median ?? 0) - (bare?.median ?? 0),
  chained: (chain?.median ?? 0) - (bare?.median ?? 0),
};

if (process.argv.includes('--json')) console.log(JSON.stringify({ machine, together, figures, overhead }));
else {
  const rows = figures.map(({ name, unit, median, p10, p90 }) => [
    name,
    ...[median, p10, p90].map((value) => value.toFixed(2)),
    unit,
  ]);
  console.log(`${formatMachine(machine)}\n`);
  console.log(
    `8 independent tools of 1 s: ${together.seconds.toFixed(2)} s in all, ${together.most} side by side\n`,
  );
  console.log(`${formatTable([['a call, of 1,000', 'median', 'p10', 'p90', ''], ...rows])}\n`);
  console.log(`overhead an entry over the bare executor: ${overhead.independent.toFixed(2)} µs`);
  console.log(`                            in a chain: ${overhead.chained.toFixed(2)} µs`);
}
