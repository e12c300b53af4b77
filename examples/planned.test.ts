import { expect, test } from 'bun:test';
import { withGdn } from './gdn.ts';

test('planned is valid with no warning', async () => {
  await withGdn(async (gdn) => {
    const { stdout } = await gdn('validate', 'planned', '--json');
    expect(JSON.parse(stdout)).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

test('PLAN-4: the model plans, the plan runs, and the answer is made of its results', async () => {
  await withGdn(async (gdn) => {
    const input = 'what does a trip to Busan cost?';
    const { code, stdout } = await gdn('run', 'planned', '--input', input, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      output: 'The trip costs 190 in all.',
      toolCalls: [{ name: 'planner__review' }, {}, {}, {}, { name: 'trip__total', output: { total: 190 } }],
    });
    expect((await gdn('trace', 'last', '-C', 'planned')).stdout).toContain('trip__total');
  });
});

test('PLAN-4: without a plan the turn goes its usual way; a plan that fails is answered for', async () => {
  await withGdn(async (gdn) => {
    const hello = await gdn('run', 'planned', '--input', 'hello', '--json');
    expect(JSON.parse(hello.stdout)).toMatchObject({ toolCalls: [] });
    const paris = await gdn('run', 'planned', '--input', 'what does a trip to Paris cost?', '--json');
    expect(JSON.parse(paris.stdout)).toMatchObject({
      output: 'I could not find out: nobody knows what a train costs in Paris',
    });
  });
});

test('PLAN-1, PLAN-3: a plan from a file: results in its order, an unknown tool costs only its own', async () => {
  await withGdn(async (gdn) => {
    const run = await gdn('plan', 'run', 'planned/plan.yaml', '-C', 'planned', '--json');
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      skipped: false,
      results: [
        { id: 'train', tool: 'trip__price', success: true, result: { price: 60 }, error: null },
        { id: 'hotel', success: true },
        { id: 'boat', success: false, code: 'E_TOOL_NOT_IN_CATALOG' },
        { id: 'total', success: true, result: { total: 150 } },
      ],
    });
    const shown = await gdn('plan', 'show', 'planned/plan.yaml', '-C', 'planned');
    expect(shown.stdout).toMatch(/2 +total +trip__total +after train, hotel +allowed/);
  });
});
