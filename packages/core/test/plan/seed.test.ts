import { describe, expect, test } from 'bun:test';
import { ToolExecutor, type ToolDefinition } from '@goondan/core';
import { recordingLogger, scopeOf } from '../tool/support/scope.ts';
import { PlanLab } from './plan-lab.ts';

const sum = { id: 'sum', tool: 'calc__add', args: { a: 1, b: 2 } };

/** Never ends, and says when its signal does. */
function hanging(): { readonly tool: ToolDefinition; readonly aborted: Promise<void> } {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const handler: ToolDefinition['handler'] = ({ signal }) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    return new Promise<string>(() => {});
  };
  return { aborted, tool: { name: 'slow__hang', timeoutMs: 20, handler } };
}

describe('TOOLS-001 ubiquitous requirements', () => {
  test('the list of available tools is managed by a registry', () => {
    const { registry } = new PlanLab();
    expect(registry.items().map(({ name }) => name)).toEqual(['bad__fail', 'calc__add', 'echo__say']);
    const dispose = registry.register({ name: 'more__one', handler: () => null });
    expect(registry.has('more__one')).toBe(true);
    dispose();
    expect(registry.get('more__one')).toBeUndefined();
  });

  test('the right to run a tool is verified against the whitelist policy', async () => {
    const lab = new PlanLab({
      policy: { tools: { whitelist: ['calc__*'] } },
      env: { GOONDAN_FEATURE_TOOLS_POLICY: '1' },
    });
    const { results } = await lab.run({ tools: [sum, 'echo__say'] });
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(lab.ran).toEqual(['calc__add']);
  });

  test('results come in one standard form: tool, success, result, error, elapsed in seconds', async () => {
    const { results } = await new PlanLab().run({ tools: [sum, 'bad__fail', 'no__such'] });
    expect(
      results.map(({ elapsed, ...rest }) => ({ ...rest, isTimed: elapsed >= 0 && elapsed < 60 })),
    ).toEqual([
      { id: 'sum', tool: 'calc__add', success: true, result: 3, error: null, isTimed: true },
      { tool: 'bad__fail', success: false, result: null, error: 'it broke', code: 'E_TOOL', isTimed: true },
      {
        tool: 'no__such',
        success: false,
        result: null,
        error: "Tool 'no__such' is not available in the current Tool Catalog.",
        code: 'E_TOOL_NOT_IN_CATALOG',
        isTimed: true,
      },
    ]);
  });
});

describe('TOOLS-001 event-driven requirements', () => {
  test('WHEN mcp_tools is on, planned execution is active', async () => {
    const { skipped, results } = await new PlanLab().run({ tools: ['echo__say'] });
    expect({ skipped, count: results.length }).toEqual({ skipped: false, count: 1 });
  });

  test('WHEN tools_policy is on the whitelist is checked, and when it is off it is not', async () => {
    const env = { TOOL_WHITELIST: ' calc__add , echo__* ' };
    const off = await new PlanLab({ env }).run({ tools: ['bad__fail'] });
    expect(off.results[0]?.error).toBe('it broke');
    const on = await new PlanLab({ env: { ...env, GOONDAN_FEATURE_TOOLS_POLICY: 'true' } }).run({
      tools: ['bad__fail', 'echo__say'],
    });
    expect(on.results.map(({ error }) => error)).toEqual(['Blocked by whitelist policy', null]);
  });

  test('the flag may be switched on for one plan, never off', async () => {
    const policy = { tools: { whitelist: ['calc__add'] } };
    const lab = new PlanLab({ policy });
    const on = await lab.run({ tools: ['echo__say'] }, { features: { tools_policy: true } });
    expect(on.results[0]?.code).toBe('E_TOOL_BLOCKED');
    const strict = new PlanLab({ policy, env: { GOONDAN_FEATURE_TOOLS_POLICY: '1' } });
    const off = await strict.run({ tools: ['echo__say'] }, { features: { tools_policy: false } });
    expect(off.results[0]?.code).toBe('E_TOOL_BLOCKED');
  });

  test('WHEN a tool is to run, its input is validated first', async () => {
    const lab = new PlanLab();
    const { results } = await lab.run({ tools: [{ tool: 'calc__add', args: { a: 'one' } }] });
    expect(results[0]).toMatchObject({ success: false, code: 'E_TOOL_INVALID_ARGS' });
    expect(lab.ran).toEqual([]);
  });

  test('WHEN the planner gives plan.tools, those tools run and no others', async () => {
    const lab = new PlanLab();
    await lab.run({ tools: ['echo__say'] });
    expect(lab.ran).toEqual(['echo__say']);
  });
});

describe('TOOLS-001 state-driven requirements', () => {
  test('WHILE mcp_tools is on the stage calls tools, and its results are toolResults in the pipeline state', async () => {
    const lab = new PlanLab();
    const { results } = await lab.run({ tools: [sum, 'bad__fail'] });
    expect<object>(lab.state).toEqual({ earlier: 'stage', toolResults: results });
  });

  test('WHILE a tool runs its time is limited: 30 seconds unless policy or tool say otherwise', async () => {
    const lab = new PlanLab();
    expect(lab.executor.limitOf('echo__say')).toBe(30_000);
    const { tool, aborted } = hanging();
    const limited = new PlanLab({ tools: [tool] });
    const { results } = await limited.run({ tools: ['slow__hang', 'echo__say'] });
    expect(results.map(({ success }) => success)).toEqual([false, true]);
    await aborted;
  });
});

describe('TOOLS-001 constraints', () => {
  test('IF a tool is not in the whitelist it is blocked, and a warning is logged and returned', async () => {
    const lab = new PlanLab({ env: { TOOL_WHITELIST: 'calc__add', GOONDAN_FEATURE_TOOLS_POLICY: '1' } });
    const { logger, warnings } = recordingLogger();
    const { results } = await lab.run({ tools: ['echo__say', sum] }, { context: scopeOf({ logger }) });
    expect(results[0]).toMatchObject({ success: false, error: 'Blocked by whitelist policy' });
    expect(results[1]).toMatchObject({ success: true, result: 3 });
    expect(warnings.join()).toContain("'echo__say' is blocked");
  });

  test('IF a tool takes too long it is stopped and its result is an error', async () => {
    const { tool, aborted } = hanging();
    const { results } = await new PlanLab({ tools: [tool] }).run({ tools: ['slow__hang'] });
    expect(results[0]).toMatchObject({ success: false, code: 'E_TOOL_TIMEOUT' });
    await aborted;
  });

  test('input must pass the JSON Schema of its tool, also what an earlier result put there', async () => {
    const plan = {
      tools: [
        { id: 'word', tool: 'echo__say', args: { n: 'five' } },
        { tool: 'calc__add', args: { a: 1, b: { $from: 'word', path: '/n' } } },
      ],
    };
    const { results } = await new PlanLab().run(plan);
    expect(results[1]).toMatchObject({ success: false, code: 'E_TOOL_INVALID_ARGS' });
  });

  test('IF mcp_tools is off the stage is skipped and the state unchanged; so it is for an empty plan', async () => {
    for (const { plan, flag } of [
      { plan: { tools: [sum] }, flag: 'false' },
      { plan: { tools: [] }, flag: 'true' },
      { plan: {}, flag: 'true' },
      { plan: undefined, flag: 'true' },
    ]) {
      const lab = new PlanLab({ env: { GOONDAN_FEATURE_MCP_TOOLS: flag } });
      const outcome = await lab.run(plan);
      expect(outcome).toMatchObject({ skipped: true, results: [] });
      expect(outcome.reason).toBeString();
      expect(lab.state).toEqual({ earlier: 'stage' });
      expect(lab.ran).toEqual([]);
    }
  });

  test('a failure, an unknown tool and a block never stop the rest', async () => {
    const lab = new PlanLab({
      env: { TOOL_WHITELIST: 'bad__fail,no__such,calc__add', GOONDAN_FEATURE_TOOLS_POLICY: '1' },
    });
    const { results } = await lab.run({ tools: ['bad__fail', 'no__such', 'echo__say', sum] });
    expect(results.map(({ success }) => success)).toEqual([false, false, false, true]);
  });

  test('an executor alone is enough: without policy the stage is skipped, with features it runs', async () => {
    const lab = new PlanLab();
    const executor = new ToolExecutor(lab.registry);
    expect((await lab.run({ tools: [sum] }, { executor })).skipped).toBe(true);
    expect((await lab.run({ tools: [sum] }, { executor, features: { mcp_tools: true } })).skipped).toBe(
      false,
    );
  });
});
