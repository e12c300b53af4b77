import { describe, expect, test } from 'bun:test';
import { GoondanError, inspectPlan, runPlanStage, type PlanStageOptions } from '@goondan/core';
import { PlanLab } from './plan-lab.ts';

const say = (id: string, args = {}, after: string[] = []) => ({ id, tool: 'echo__say', args, after });

async function refusalOf(plan: unknown): Promise<{ code: string; message: string; ran: number }> {
  const lab = new PlanLab();
  try {
    await lab.run(plan);
  } catch (thrown) {
    if (thrown instanceof GoondanError)
      return { code: thrown.code, message: thrown.message, ran: lab.ran.length };
  }
  throw new Error('The plan was run.');
}

describe('PLAN-3: only a broken structure fails, before anything runs', () => {
  test.each([
    ['E_PLAN_INVALID', [say('a')], 'A plan is {tools'],
    ['E_PLAN_INVALID', { tool: ['echo__say'] }, "has no 'tools'"],
    ['E_PLAN_INVALID', { tools: 'echo__say' }, 'must be a list'],
    ['E_PLAN_INVALID', { tools: ['echo__say', 7] }, 'Entry 2 must be a name or'],
    ['E_PLAN_INVALID', { tools: [''] }, 'Entry 1 must name a tool'],
    ['E_PLAN_INVALID', { tools: [{ id: 'a' }] }, 'Entry 1 must name a tool'],
    ['E_PLAN_INVALID', { tools: [{ ...say('a'), arg: {} }] }, "did you mean 'args'?"],
    ['E_PLAN_INVALID', { tools: [{ ...say('a'), id: '' }] }, 'must have an id'],
    ['E_PLAN_INVALID', { tools: [{ ...say('a'), args: [] }] }, 'an object as args'],
    ['E_PLAN_INVALID', { tools: [{ ...say('a'), after: 'b' }] }, 'a list of ids'],
    ['E_PLAN_INVALID', { tools: [{ ...say('a'), args: { f: () => 1 } }] }, 'The plan'],
    ['E_PLAN_TOO_LARGE', { tools: Array.from({ length: 1001 }, () => 'echo__say') }, 'at most 1000'],
    ['E_PLAN_DUPLICATE_ID', { tools: [say('a'), say('a')] }, 'entry 1 and of entry 2'],
    ['E_PLAN_REFERENCE', { tools: [say('first'), say('b', {}, ['frist'])] }, "Did you mean 'first'?"],
    ['E_PLAN_REFERENCE', { tools: [say('a', { x: [{ y: { $from: 'b' } }] })] }, "refers to 'b'"],
    ['E_PLAN_REFERENCE', { tools: [say('a'), say('b', { x: { $from: 'a', pth: '/x' } })] }, "no 'pth'"],
    ['E_PLAN_REFERENCE', { tools: [say('a'), say('b', { x: { $from: 'a', path: 'x' } })] }, 'JSON pointer'],
    ['E_PLAN_REFERENCE', { tools: [say('b', { x: { $from: 7 } })] }, 'id of an entry'],
    ['E_PLAN_CYCLE', { tools: [say('a', { x: { $from: 'a' } })] }, 'a → a'],
    [
      'E_PLAN_CYCLE',
      { tools: [say('a', {}, ['c']), say('b', {}, ['a']), say('c', {}, ['b'])] },
      'a → c → b → a',
    ],
  ])('%s: %j', async (code, plan, said) => {
    const refusal = await refusalOf(plan);
    expect(refusal).toMatchObject({ code, ran: 0 });
    expect(refusal.message).toContain(said);
  });

  test('everything that is wrong is told at once, each with its place', () => {
    const { problems } = inspectPlan({ tools: [7, { tool: '' }, say('b', { x: { $from: 1 } })] });
    expect(problems.map(({ path }) => path)).toEqual(['/tools/0', '/tools/1/tool', '/tools/2/args/x']);
  });
});

describe('PLAN-3: references', () => {
  test('a result goes where it is referred to, whole or by pointer, also from an entry further down', async () => {
    const { results } = await new PlanLab().run({
      tools: [
        say('last', { whole: { $from: 'first' }, deep: [{ $from: 'first', path: '/rows/1/a~1b' }] }),
        say('first', { rows: [1, { 'a/b': 'here' }] }),
      ],
    });
    expect(results[0]?.result).toEqual({ whole: { rows: [1, { 'a/b': 'here' }] }, deep: ['here'] });
  });

  test('$literal keeps a value as it is', async () => {
    const { results } = await new PlanLab().run({
      tools: [say('a', { x: { $literal: { $from: 'nowhere' } } })],
    });
    expect(results[0]?.result).toEqual({ x: { $from: 'nowhere' } });
  });

  test('an entry that depends on a failed one is not run and says which, and so on down the line', async () => {
    const lab = new PlanLab();
    const { results } = await lab.run({
      tools: [
        { id: 'bad', tool: 'bad__fail' },
        say('b', { x: { $from: 'bad' } }),
        say('c', {}, ['b']),
        say('d'),
      ],
    });
    expect(results.map(({ code }) => code)).toEqual([
      'E_TOOL',
      'E_PLAN_DEPENDENCY',
      'E_PLAN_DEPENDENCY',
      undefined,
    ]);
    expect(results[1]?.error).toBe("Not run: 'bad' (bad__fail), which it depends on, failed: it broke");
    expect(lab.ran).toEqual(['bad__fail', 'echo__say']);
  });

  test('a pointer that leads nowhere in the result fails that entry alone; inherited members are nowhere', async () => {
    const { results } = await new PlanLab().run({
      tools: [say('a', { x: 1 }), say('b', { y: { $from: 'a', path: '/constructor' } }), say('c', {}, ['a'])],
    });
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    expect(results[1]).toMatchObject({
      code: 'E_PLAN_DEPENDENCY',
      error: "Not run: the result of 'a' has nothing at /constructor.",
    });
  });

  test('the length of a list is nothing that a pointer leads to', async () => {
    const { results } = await new PlanLab().run({
      tools: [say('a', { x: [1, 2] }), say('b', { y: { $from: 'a', path: '/x/length' } })],
    });
    expect(results[1]).toMatchObject({ code: 'E_PLAN_DEPENDENCY' });
  });

  test('a thousand entries, each waiting for the one before, end; also when the first fails', async () => {
    const chain = (tool: string) => ({
      tools: Array.from({ length: 1000 }, (_, index) => ({
        id: `e${index}`,
        tool: index === 0 ? tool : 'echo__say',
        after: index === 0 ? [] : [`e${index - 1}`],
      })),
    });
    const ok = await new PlanLab().run(chain('echo__say'));
    expect(ok.results.filter(({ success }) => success)).toHaveLength(1000);
    const lab = new PlanLab();
    const bad = await lab.run(chain('bad__fail'));
    expect(bad.results.filter(({ success }) => success)).toHaveLength(0);
    expect(lab.ran).toEqual(['bad__fail']);
  });
});

test('PLAN-3: every mistake in the structure is found at once, also beside entries that cannot be read', () => {
  const { problems } = inspectPlan({
    tools: [
      { id: 'a', tool: 'echo__say' },
      { id: 'a', tool: 'echo__say', args: { x: { $from: 'b' } } },
      { id: 'c', tool: 'echo__say', afer: ['a'] },
      { tool: 'echo__say', after: ['c'] },
      { tool: '' },
    ],
  });
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['E_PLAN_INVALID', '/tools/2/afer'],
    ['E_PLAN_INVALID', '/tools/4/tool'],
    ['E_PLAN_DUPLICATE_ID', '/tools/1/id'],
    ['E_PLAN_REFERENCE', '/tools/1/args/x'],
  ]);
  expect(problems[0]?.message).toBe("Entry 3 has no field 'afer' (did you mean 'after'?).");
});

test('PLAN-1: whoever runs the calls and throws instead of answering ends the plan; it does not hang', async () => {
  const execute: PlanStageOptions['execute'] = ({ entry }) => {
    if (entry.id === 'b') throw new Error('out of order');
    return Promise.resolve({ toolCallId: 'x', toolName: entry.tool, status: 'ok', output: 1 });
  };
  const tools = [
    { id: 'a', tool: 'echo__say' },
    { id: 'b', tool: 'echo__say', after: ['a'] },
  ];
  const run = runPlanStage({ tools }, { execute, features: { mcp_tools: true } });
  expect(await run.catch((thrown: unknown) => String(thrown))).toBe('Error: out of order');
});
