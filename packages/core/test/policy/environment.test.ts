import { expect, test } from 'bun:test';
import { blockingWhitelist, effectivePolicy, type Environment, type Policy } from '../../src/index.ts';

const policyOf = (
  environment: Environment,
  swarm: Policy = { tools: { features: { tools_policy: true } } },
  agent: Policy = {},
) =>
  effectivePolicy(
    [
      { origin: 'swarm', policy: swarm },
      { origin: 'agent', policy: agent },
    ],
    environment,
  );

/** Which of the names may run. */
function allowed(environment: Environment, names: readonly string[], swarm?: Policy): string[] {
  const policy = policyOf(environment, swarm);
  return names.filter((name) => blockingWhitelist(policy, name) === undefined);
}

const names = ['bash__exec', 'bash__script', 'bash2__exec', 'file-system__read'];

test('POL-2: TOOL_WHITELIST is comma separated, blanks trimmed, full names or resource__*', () => {
  expect(allowed({ TOOL_WHITELIST: ' bash__exec ,\tfile-system__read\n' }, names)).toEqual([
    'bash__exec',
    'file-system__read',
  ]);
  expect(allowed({ TOOL_WHITELIST: 'bash__*' }, names)).toEqual(['bash__exec', 'bash__script']);
  expect(allowed({ TOOL_WHITELIST: ',,bash2__*,,' }, names)).toEqual(['bash2__exec']);
});

test.each([undefined, '', '   ', ',', ' , ,\t'])('POL-2: TOOL_WHITELIST %p allows all', (value) => {
  expect(allowed({ TOOL_WHITELIST: value }, names)).toEqual(names);
  expect(policyOf({ TOOL_WHITELIST: value }).whitelists).toEqual([]);
});

test.each([
  ['*', []],
  ['bash', []],
  ['bash__', []],
  ['__*', []],
  ['bash*', []],
  ['*__exec', []],
  ['BASH__EXEC', []],
  ['bash__ex*', []],
  ['bash.*', []],
  ['__proto__', []],
])('POL-2: %p is no wildcard: it allows nothing', (value, expected: string[]) => {
  expect(allowed({ TOOL_WHITELIST: value }, names)).toEqual(expected);
});

test('POL-2: a name that is not legal is never allowed by resource__*', () => {
  const odd = [
    'bash__',
    'bash__a__b',
    'bash__exec ',
    ' bash__exec',
    'bash__exec\n',
    'bash__*x',
    `bash__${'x'.repeat(70)}`,
  ];
  expect(allowed({ TOOL_WHITELIST: 'bash__*' }, odd)).toEqual([]);
});

test('POL-2: YAML and environment both apply, and the environment’s says its name', () => {
  const swarm: Policy = {
    tools: { features: { tools_policy: true }, whitelist: ['bash__*', 'file-system__read'] },
  };
  expect(allowed({ TOOL_WHITELIST: 'bash__exec,bash2__exec' }, names, swarm)).toEqual(['bash__exec']);
  const policy = policyOf({ TOOL_WHITELIST: 'bash__exec' }, swarm);
  expect(blockingWhitelist(policy, 'bash__script')?.origin).toBe('TOOL_WHITELIST');
  expect(blockingWhitelist(policy, 'bash2__exec')?.origin).toBe('swarm');
});

test('POL-2: with tools_policy off TOOL_WHITELIST blocks nothing', () => {
  expect(allowed({ TOOL_WHITELIST: 'bash__exec' }, names, {})).toEqual(names);
  expect(allowed({ TOOL_WHITELIST: 'bash__exec', GOONDAN_FEATURE_TOOLS_POLICY: 'true' }, names, {})).toEqual([
    'bash__exec',
  ]);
});

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])('POL-1: GOONDAN_FEATURE_*=%s overrides the swarm’s flags, whichever way they stand', (value, expected) => {
  const environment = { GOONDAN_FEATURE_MCP_TOOLS: value, GOONDAN_FEATURE_TOOLS_POLICY: value };
  for (const flag of [true, false]) {
    const swarm: Policy = { tools: { features: { mcp_tools: flag, tools_policy: flag } } };
    expect(policyOf(environment, swarm).features).toEqual({ mcp_tools: expected, tools_policy: expected });
  }
  expect(policyOf(environment, {}).features).toEqual({ mcp_tools: expected, tools_policy: expected });
});

test.each(['', 'yes', 'no', 'on', '2', 'truthy', 'null'])(
  'POL-1: GOONDAN_FEATURE_*=%p says nothing: the swarm’s flags hold',
  (value) => {
    const environment = { GOONDAN_FEATURE_MCP_TOOLS: value, GOONDAN_FEATURE_TOOLS_POLICY: value };
    for (const flag of [true, false]) {
      const swarm: Policy = { tools: { features: { mcp_tools: flag, tools_policy: flag } } };
      expect(policyOf(environment, swarm).features).toEqual({ mcp_tools: flag, tools_policy: flag });
    }
  },
);

test('POL-1: the environment overrides the swarm, not an agent that narrows it', () => {
  const on = { GOONDAN_FEATURE_MCP_TOOLS: 'true', GOONDAN_FEATURE_TOOLS_POLICY: 'false' };
  const agent: Policy = { tools: { features: { mcp_tools: false, tools_policy: true } } };
  expect(policyOf(on, {}, agent).features).toEqual({ mcp_tools: false, tools_policy: true });
});

test('POL-1: the environment is an argument: process.env is not looked at', () => {
  const before = process.env['TOOL_WHITELIST'];
  process.env['TOOL_WHITELIST'] = 'bash__exec';
  try {
    expect(policyOf({}).whitelists).toEqual([]);
    expect(effectivePolicy([]).whitelists).toEqual([]);
  } finally {
    if (before === undefined) delete process.env['TOOL_WHITELIST'];
    else process.env['TOOL_WHITELIST'] = before;
  }
});
