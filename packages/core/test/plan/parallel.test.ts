import { describe, expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import { PlanLab } from './plan-lab.ts';

/** Ends once `count` calls run side by side; counts the most there were. */
function meeting(count: number, more: Partial<ToolDefinition> = {}) {
  let running = 0;
  const seen = { most: 0, order: new Array<number>() };
  const all = Promise.withResolvers<void>();
  const handler: ToolDefinition['handler'] = async (_, { n }) => {
    running += 1;
    seen.most = Math.max(seen.most, running);
    seen.order.push(Number(n));
    if (running === count) all.resolve();
    await all.promise;
    running -= 1;
    return n ?? null;
  };
  return { seen, tool: { name: 'meet__up', handler, ...more } };
}

const tools = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `e${n}`, tool: 'meet__up', args: { n } }));

describe('PLAN-3: independent entries run in parallel', () => {
  test('eight of them run at one time, so that eight of a second take a second', async () => {
    const { seen, tool } = meeting(8);
    const { results } = await new PlanLab({ tools: [tool] }).run({ tools: tools(8) });
    expect(seen.most).toBe(8);
    expect(results.map(({ result }) => result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('no more than policy allows, in plan order', async () => {
    const { seen, tool } = meeting(3);
    const lab = new PlanLab({ tools: [tool], policy: { tools: { concurrency: 3 } } });
    await lab.run({ tools: tools(9) });
    expect(seen).toEqual({ most: 3, order: [0, 1, 2, 3, 4, 5, 6, 7, 8] });
  });

  test('a sequential tool runs alone', async () => {
    const { seen, tool } = meeting(1, { annotations: { sequential: true } });
    await new PlanLab({ tools: [tool] }).run({ tools: tools(4) });
    expect(seen.most).toBe(1);
  });

  test('results are in plan order however they end', async () => {
    const first = Promise.withResolvers<string>();
    const waits: ToolDefinition = { name: 'wait__first', handler: () => first.promise };
    const frees: ToolDefinition = { name: 'free__it', handler: () => (first.resolve('first'), 'second') };
    const { results } = await new PlanLab({ tools: [waits, frees] }).run({
      tools: ['wait__first', 'free__it'],
    });
    expect(results.map(({ result }) => result)).toEqual(['first', 'second']);
  });

  test('cancelled, what runs is stopped, nothing more starts, and every entry has a result', async () => {
    const controller = new AbortController();
    const stops: ToolDefinition = {
      name: 'stop__all',
      handler: () => {
        controller.abort(new Error('enough'));
        return new Promise<string>(() => {});
      },
    };
    const lab = new PlanLab({ tools: [stops], policy: { tools: { concurrency: 1 } } });
    const { results } = await lab.run({ tools: ['stop__all', 'echo__say'] }, { signal: controller.signal });
    expect(results.map(({ code }) => code)).toEqual(['E_TOOL_CANCELLED', 'E_TOOL_CANCELLED']);
    expect(lab.ran).toEqual([]);
  });
});
