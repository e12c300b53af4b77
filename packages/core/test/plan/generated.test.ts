import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { GoondanError } from '@goondan/core';
import { PlanLab } from './plan-lab.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const tool = fc.constantFrom('echo__say', 'echo__say', 'calc__add', 'bad__fail', 'no__such', '');
const reference = fc.oneof(
  fc.record({ $from: id }),
  fc.record({ $from: id, path: fc.constantFrom('', '/x', '/x/0', 'x', '/__proto__') }),
  fc.record({ $from: fc.constantFrom<unknown>('zz', 7, null) }),
);
const value = fc.oneof(fc.integer(), fc.string(), reference, fc.array(reference, { maxLength: 2 }));
const entry = fc.oneof(
  { weight: 2, arbitrary: tool },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        id,
        tool,
        args: fc.dictionary(fc.constantFrom('x', 'a', 'b'), value, { maxKeys: 2 }),
        after: fc.array(id, { maxLength: 2 }),
      },
      { requiredKeys: ['tool'] },
    ),
  },
);
/** With ids of their own, so that many are whole. */
const distinct = fc
  .array(
    fc.record({
      tool: fc.constantFrom('echo__say', 'bad__fail', 'no__such'),
      after: fc.nat(12),
      from: fc.nat(12),
    }),
    {
      maxLength: 10,
    },
  )
  .map((entries) =>
    entries.map(({ tool: name, after, from }, index) => ({
      id: `e${index}`,
      tool: name,
      args: from < index ? { x: { $from: `e${from}` } } : {},
      after: after < entries.length && after !== index ? [`e${after}`] : [],
    })),
  );
const large = fc.nat(20).map((step) =>
  Array.from({ length: 1000 }, (_, index) => ({
    id: `e${index}`,
    tool: 'echo__say',
    after: index > step ? [`e${index - step - 1}`] : [],
  })),
);
const plan = fc.record({
  tools: fc.oneof(
    { weight: 500, arbitrary: fc.array(entry, { maxLength: 8 }) },
    { weight: 480, arbitrary: distinct },
    { weight: 20, arbitrary: large },
  ),
});

test('PLAN-3: of 10,000 plans each runs to a complete result, or names what is broken before anything has run', async () => {
  const counts = { whole: 0, broken: 0 };
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const lab = new PlanLab();
      const outcome: unknown = await lab.run(given).catch((thrown: unknown) => thrown);
      if (outcome instanceof GoondanError) {
        counts.broken += 1;
        expect(outcome.code).toStartWith('E_PLAN_');
        expect(outcome.message.length).toBeGreaterThan(10);
        expect(lab.ran).toEqual([]);
        return;
      }
      counts.whole += 1;
      expect(outcome).toMatchObject({ skipped: given.tools.length === 0 });
      const { results } = await new PlanLab().run(given);
      expect(results.map((result) => result.tool)).toEqual(
        Array.from<string | { tool: string }, string>(given.tools, (one) =>
          typeof one === 'string' ? one : one.tool,
        ),
      );
      for (const { success, error } of results) expect(success).toBe(error === null);
    }),
    { numRuns: 10_000, seed: 8 },
  );
  // Neither half may be empty: the property would say nothing.
  expect(counts.whole).toBeGreaterThan(2000);
  expect(counts.broken).toBeGreaterThan(2000);
}, 120_000);
