import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { GoondanError } from '@goondan/core';
import { recordingLogger, scopeOf } from '../tool/support/scope.ts';
import { PlanLab } from './plan-lab.ts';
import { asJson, defectsOf, expectedOf, type Written } from './plan-model.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const tool = fc.constantFrom(
  'echo__say',
  'echo__say',
  'calc__add',
  'calc__add',
  'bad__fail',
  'shut__off',
  'no__such',
  '',
);
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
      tool: fc.constantFrom('echo__say', 'echo__say', 'calc__add', 'bad__fail', 'shut__off', 'no__such'),
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
/** One more than there may be, or fewer; each waits for one a few places before it. */
const large = fc.nat(20).map((step) =>
  Array.from({ length: step > 10 ? 1001 : 1000 }, (_, index) => ({
    id: `e${index}`,
    tool: 'echo__say',
    after: index > step ? [`e${index - step - 1}`] : [],
  })),
);
const plan = fc.record({
  tools: fc.oneof(
    { weight: 500, arbitrary: fc.array(entry, { maxLength: 8 }) },
    { weight: 480, arbitrary: distinct },
    { weight: 6, arbitrary: large },
  ),
});

test('PLAN-3: of thousands of plans each runs to the results it must have, or names what is broken before anything has run', async () => {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const tools: readonly Written[] = given.tools;
      const lab = new PlanLab(blocking);
      const defects = defectsOf(tools);
      const outcome = await lab.run(given, { context }).catch(brokenOf);
      if (outcome instanceof GoondanError) {
        count(outcome.code);
        expect([...defects]).toContain(outcome.code);
        expect(outcome.message.length).toBeGreaterThan(10);
        expect(lab.ran).toEqual([]);
        return;
      }
      expect([...defects]).toEqual([]);
      count(tools.length === 1000 ? 'whole, 1000 entries' : 'whole');
      const { results, skipped } = outcome;
      expect(skipped).toBe(tools.length === 0);
      expect(results.map((one) => one.tool)).toEqual(
        tools.map((one) => (typeof one === 'string' ? one : one.tool)),
      );
      const came = results.map(({ success, result, code }) => (success ? { value: result } : { code }));
      expect(asJson(came)).toEqual(asJson(expectedOf(tools)));
      // Only what may run, each of it once.
      const begun = results.filter(({ code }) => code === undefined || code === 'E_TOOL');
      expect(lab.ran.toSorted()).toEqual(begun.map((one) => one.tool).toSorted());
      for (const { code = 'success' } of results) count(code);
    }),
    { numRuns: byTier({ full: 10_000, short: 1_500 }), seed: 8 },
  );
  // Each kind must have been there: the property would say nothing of it.
  expect(
    Object.fromEntries([...counts].map(([what, times]) => [what, times >= byTier({ full: 10, short: 1 })])),
  ).toEqual(Object.fromEntries(kinds.map((kind) => [kind, true])));
}, 120_000);

const context = scopeOf({ logger: recordingLogger().logger });

/** Whatever else is thrown is a failure of the test. */
function brokenOf(thrown: unknown): GoondanError {
  if (thrown instanceof GoondanError) return thrown;
  throw thrown;
}

/** One tool that policy keeps from running, besides those that fail by themselves. */
const blocking = {
  tools: [{ name: 'shut__off', handler: () => 'never' }],
  env: { GOONDAN_FEATURE_TOOLS_POLICY: '1', TOOL_WHITELIST: 'calc__*,echo__*,bad__*,no__*' },
};

const kinds = [
  'whole',
  'whole, 1000 entries',
  'success',
  'E_TOOL',
  'E_TOOL_BLOCKED',
  'E_TOOL_INVALID_ARGS',
  'E_TOOL_NOT_IN_CATALOG',
  'E_PLAN_DEPENDENCY',
  'E_PLAN_CYCLE',
  'E_PLAN_DUPLICATE_ID',
  'E_PLAN_INVALID',
  'E_PLAN_REFERENCE',
  'E_PLAN_TOO_LARGE',
];
