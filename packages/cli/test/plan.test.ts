import { describe, expect, test } from 'bun:test';
import { readUntil, start, type Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { testBundle } from './test-bundle.ts';

const plan = `tools:
  - { id: sum, tool: probe__add, args: { left: 1, right: 2 } }
  - { id: said, tool: probe__echo, args: { got: { $from: sum, path: /sum } } }
  - probe__fail
  - no__such
`;
const files = { ...testBundle, 'plan.yaml': plan };

/** The same place with planned execution switched on. */
const switchedOn = (place: Place, env = {}): Place => ({
  ...place,
  env: { ...place.env, GOONDAN_FEATURE_MCP_TOOLS: 'true', ...env },
});

describe('gdn plan run', () => {
  test('PLAN-1…3: runs what the plan names and exits 0, whatever the tools do; --json is {skipped, results} in plan order', () =>
    inPlace(files, async (place) => {
      const { code, stdout } = await gdn(switchedOn(place), ['plan', 'run', 'plan.yaml', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        skipped: false,
        results: [
          { id: 'sum', tool: 'probe__add', success: true, result: { sum: 3 }, error: null },
          { id: 'said', tool: 'probe__echo', success: true, result: { got: 3 } },
          { tool: 'probe__fail', success: false, result: null, error: 'on purpose' },
          { tool: 'no__such', success: false, code: 'E_TOOL_NOT_IN_CATALOG' },
        ],
      });
      const text = await gdn(switchedOn(place), ['plan', 'run', 'plan.yaml']);
      expect(text.stdout).toContain('4 tools, 2 failed');
    }));

  test('PLAN-2: mcp_tools off, or nothing in it: skipped, exit 0, and it says why', () =>
    inPlace({ ...files, 'empty.yaml': 'tools: []' }, async (place) => {
      const off = await gdn(place, ['plan', 'run', 'plan.yaml', '--json']);
      expect(off.code).toBe(0);
      expect(JSON.parse(off.stdout)).toEqual({ skipped: true, reason: 'mcp_tools is off', results: [] });
      const empty = await gdn(switchedOn(place), ['plan', 'run', 'empty.yaml', '--json']);
      expect(JSON.parse(empty.stdout)).toMatchObject({ skipped: true });
      expect((await gdn(place, ['plan', 'run', 'plan.yaml'])).stdout).toContain(
        'GOONDAN_FEATURE_MCP_TOOLS=true',
      );
    }));

  test('POL-2: outside TOOL_WHITELIST it is blocked, with a warning; without one start-up says that all are allowed', () =>
    inPlace(files, async (place) => {
      const env = { GOONDAN_FEATURE_TOOLS_POLICY: '1', TOOL_WHITELIST: ' probe__add , no__such' };
      const { code, stdout, stderr } = await gdn(switchedOn(place, env), [
        'plan',
        'run',
        'plan.yaml',
        '--json',
      ]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        results: [
          { success: true },
          { success: false, error: 'Blocked by whitelist policy' },
          { success: false, error: 'Blocked by whitelist policy' },
          { success: false, code: 'E_TOOL_NOT_IN_CATALOG' },
        ],
      });
      expect(stderr).toContain("'probe__echo' is blocked");
      for (const TOOL_WHITELIST of ['', ' , ']) {
        const open = await gdn(switchedOn(place, { ...env, TOOL_WHITELIST }), ['plan', 'run', 'plan.yaml']);
        expect(open.stderr).toContain('TOOL_WHITELIST is not set or empty');
      }
      expect((await gdn(switchedOn(place), ['plan', 'run', 'plan.yaml'])).stderr).not.toContain(
        'TOOL_WHITELIST',
      );
    }));

  test('a plan on stdin; one entry that is held: exit 4, approved and resumed it is finished', () =>
    inPlace(testBundle, async (place) => {
      const on = switchedOn(place);
      const stdin = '{"tools": [{"tool": "probe__danger"}, "probe__echo"]}';
      const { code, stdout } = await gdn(on, ['plan', 'run', '-', '--json'], { stdin });
      expect(code).toBe(4);
      const handle = /"handle":"(h-\w+)"/.exec(stdout)?.[1] ?? '';
      expect((await gdn(on, ['approve', handle])).code).toBe(0);
      const resumed = await gdn(on, ['run', '--resume', '--json']);
      expect(resumed.code).toBe(0);
      expect(resumed.stdout).toContain('"result":"done"');
    }));

  test('SPEC §12: killed in the middle, gdn run --resume goes on with it: what ended stays, what was cut off is not started again', () =>
    inPlace(
      {
        ...testBundle,
        'plan.yaml':
          'tools: [{ id: a, tool: probe__echo, args: { n: 1 } }, { tool: probe__hang, after: [a] }, probe__add]',
      },
      async (place) => {
        const on = switchedOn(place);
        const child = start(on, ['plan', 'run', 'plan.yaml']);
        await readUntil(child.stderr, 'hang has started');
        child.kill('SIGKILL');
        await child.exited;
        const { code, stdout } = await gdn(on, ['run', '--resume', '--json']);
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({
          resumed: [
            {
              output: {
                skipped: false,
                results: [
                  { id: 'a', success: true, result: { n: 1 } },
                  { tool: 'probe__hang', success: false, code: 'E_TOOL_OUTCOME_UNKNOWN' },
                  { tool: 'probe__add', success: false, code: 'E_TOOL_INVALID_ARGS' },
                ],
              },
            },
          ],
        });
      },
    ));

  test.each([
    ['circle', 'tools: [{ id: a, tool: x, after: [a] }]', 'E_PLAN_CYCLE', 3],
    ['twice', 'tools: [{ id: a, tool: x }, { id: a, tool: x }]', 'E_PLAN_DUPLICATE_ID', 3],
    ['nowhere', 'tools: [{ tool: x, args: { y: { $from: z } } }]', 'E_PLAN_REFERENCE', 3],
    ['no list', 'tools: probe__add', 'E_PLAN_INVALID', 3],
    ['no YAML', 'tools: [', 'E_PLAN_INVALID', 3],
  ])('PLAN-3: broken structure (%s) fails before anything runs', (_what, text, errorCode, exitCode) =>
    inPlace({ ...testBundle, 'plan.yaml': text }, async (place) => {
      const { code, stdout } = await gdn(switchedOn(place), ['plan', 'run', 'plan.yaml', '--json']);
      expect(code).toBe(exitCode);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: errorCode } });
    }),
  );
});

describe('gdn plan show and validate', () => {
  test('show says in which wave each would run and what policy makes of it; nothing runs', () =>
    inPlace(files, async (place) => {
      const { stdout } = await gdn(place, ['plan', 'show', 'plan.yaml', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({
        agent: 'hello',
        entries: [
          { id: 'sum', wave: 1, after: [], decision: 'allowed' },
          { id: 'said', wave: 2, after: ['sum'], decision: 'allowed' },
          { tool: 'probe__fail', wave: 1, decision: 'allowed' },
          { tool: 'no__such', wave: 1, decision: 'refused' },
        ],
      });
    }));

  test('validate tells every mistake with its place, and exits 3', () =>
    inPlace({ 'plan.yaml': 'tools: [7, { id: a }]' }, async (place) => {
      const { code, stdout } = await gdn(place, ['plan', 'validate', 'plan.yaml', '--json']);
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toMatchObject({
        valid: false,
        errors: [{ path: '/tools/0' }, { path: '/tools/1/tool' }],
      });
      const told = await gdn(place, ['plan', 'validate', 'plan.yaml']);
      expect(told.stdout + told.stderr).toContain('plan.yaml:1:9  E_PLAN_INVALID  Entry 1 must be a name');
      expect(told.stdout + told.stderr).toContain(
        'plan.yaml:1:12  E_PLAN_INVALID  Entry 2 must name a tool.',
      );
    }));
});

describe('gdn policy explain', () => {
  const json = async (place: Place, ...args: string[]): Promise<unknown> => {
    const { code, stdout } = await gdn(place, ['policy', 'explain', ...args, '--json']);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };

  test('allowed, held, blocked and refused, each by its rule, layer by layer', () =>
    inPlace(testBundle, async (place) => {
      expect(await json(place, 'probe__add')).toMatchObject({ decision: 'allowed', rule: 'no whitelist' });
      expect(await json(place, 'probe__danger')).toMatchObject({
        decision: 'held',
        rule: 'swarm approvals[0]',
        layers: [
          { layer: 'swarm', verdict: 'holds' },
          { layer: 'agent' },
          { layer: 'environment' },
          { layer: 'delegated' },
          { layer: 'catalog' },
        ],
      });
      expect(await json(place, 'probe__add', '--args-json', '{}')).toMatchObject({
        decision: 'refused',
        rule: 'parameters',
      });
      expect(await json(place, 'probe__add', '--agent', 'idle')).toMatchObject({
        decision: 'refused',
        rule: 'catalog',
      });
      const env = { GOONDAN_FEATURE_TOOLS_POLICY: 'true', TOOL_WHITELIST: 'probe__echo' };
      expect(await json({ ...place, env: { ...place.env, ...env } }, 'probe__add')).toMatchObject({
        decision: 'blocked',
        rule: 'whitelist of TOOL_WHITELIST',
      });
    }));

  test('what a caller passes on holds too', () => {
    const yaml = testBundle['goondan.yaml'].replace(
      'metadata: { name: idle }\nspec:\n',
      'metadata: { name: idle }\nspec:\n  policy: { delegate: { whitelist: [probe__echo] } }\n',
    );
    return inPlace({ ...testBundle, 'goondan.yaml': yaml }, async (place) => {
      const { stdout } = await gdn(place, ['policy', 'explain', 'probe__add', '--asked-by', 'idle']);
      expect(stdout).toContain('probe__add: blocked by whitelist of the caller');
      expect(stdout).toMatch(/delegated +blocks +its whitelist has only probe__echo/);
    });
  });
});
