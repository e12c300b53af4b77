import { executePlan } from '@goondan/core';
import { figureOf, type Figure } from '../turn/figure.ts';
import { planExecutor, scope, toolName } from './plan-agent.ts';

const entries = 1000;
const rounds = 60;
const warmUp = 10;

/** What an entry of a plan costs, beside the same calls given to the executor, one process, in turn. */
export async function measureOverhead(): Promise<Figure[]> {
  const { executor } = planExecutor();
  const calls = Array.from({ length: entries }, (_, a) => ({ id: `c${a}`, name: toolName, args: { a } }));
  const flat = { tools: calls.map(({ id, name: tool, args }) => ({ id, tool, args })) };
  const chain = {
    tools: calls.map(({ id, name: tool }, index) => ({
      id,
      tool,
      args: { a: index === 0 ? 0 : { $from: `c${index - 1}` } },
    })),
  };
  const ways = {
    'bare executor, the same calls at once': () => executor.executeAll(calls, scope),
    'plan, entries that need nothing of one another': () => executePlan(flat, { executor, context: scope }),
    'plan, each entry uses the result of the one before': () =>
      executePlan(chain, { executor, context: scope }),
  };
  const samples = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const begun = performance.now();
      await run();
      if (round >= warmUp) samples.get(name)?.push(((performance.now() - begun) * 1000) / entries);
    }
  }
  return [...samples].map(([name, each]) => figureOf(name, 'µs', each));
}
