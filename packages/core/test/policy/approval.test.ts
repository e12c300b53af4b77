import { expect, test } from 'bun:test';
import { effectivePolicy, type JsonObject } from '../../src/index.ts';
import { approvalsOf } from '../../src/policy/approval.ts';
import type { ApprovalRule } from '../../src/resource/policy.ts';

function holds(rule: ApprovalRule, toolName: string, args: JsonObject = {}): boolean {
  return approvalsOf({ origin: 'swarm', policy: { tools: { approvals: [rule] } } }).some((approval) =>
    approval.matches(toolName, args),
  );
}

test('POL-4: a rule names a tool, all tools of a resource, or all tools', () => {
  expect(holds({ tool: 'bash__exec' }, 'bash__exec')).toBe(true);
  expect(holds({ tool: 'bash__exec' }, 'bash__script')).toBe(false);
  expect(holds({ tool: 'bash__*' }, 'bash__script')).toBe(true);
  expect(holds({ tool: 'bash__*' }, 'bash2__exec')).toBe(false);
  expect(holds({ tool: 'bash__*' }, 'bash')).toBe(false);
  expect(holds({ tool: '*' }, 'anything__at-all')).toBe(true);
});

test('POL-4: argument patterns are regular expressions on the value; all must match', () => {
  const rule = { tool: 'bash__exec', args: { command: '\\brm\\b', cwd: '^/' } };
  expect(holds(rule, 'bash__exec', { command: 'sudo rm -rf x', cwd: '/' })).toBe(true);
  expect(holds(rule, 'bash__exec', { command: 'sudo rm -rf x', cwd: 'src' })).toBe(false);
  expect(holds(rule, 'bash__exec', { command: 'format', cwd: '/' })).toBe(false);
  expect(holds(rule, 'bash__exec', { command: 'rm' })).toBe(false);
});

test('POL-4: patterns see strings as they are and everything else as JSON', () => {
  const matches = (pattern: string, value: JsonObject[string]) =>
    holds({ tool: '*', args: { value: pattern } }, 'a__b', { value });
  expect(matches('^한글$', '한글')).toBe(true);
  expect(matches('^.$', '🦀')).toBe(true);
  expect(matches('^42$', 42)).toBe(true);
  expect(matches('^true$', true)).toBe(true);
  expect(matches('^null$', null)).toBe(true);
  expect(matches('"rm"', ['ls', 'rm'])).toBe(true);
  expect(matches('"path":"/etc', { path: '/etc/passwd' })).toBe(true);
  expect(matches('^$', '')).toBe(true);
});

test('POL-4: only own arguments count, and the same rule matches the same call every time', () => {
  expect(holds({ tool: '*', args: { toString: '.*' } }, 'a__b', {})).toBe(false);
  const [rule] = approvalsOf({
    origin: 'swarm',
    policy: { tools: { approvals: [{ tool: '*', args: { a: 'x' } }] } },
  });
  const seen = Array.from({ length: 4 }, () => rule?.matches('a__b', { a: 'xx' }));
  expect(seen).toEqual([true, true, true, true]);
});

test('POL-4: a rule without arguments holds every call, also with an empty list of them', () => {
  expect(holds({ tool: 'bash__exec' }, 'bash__exec', { command: 'ls' })).toBe(true);
  expect(holds({ tool: 'bash__exec', args: {} }, 'bash__exec', { command: 'ls' })).toBe(true);
});

test('POL-4: a pattern that is no regular expression is refused when policies are laid together, not at the call', () => {
  const approvals = [{ tool: '*', args: { a: '(' } }];
  expect(() => effectivePolicy([{ origin: 'swarm', policy: { tools: { approvals } } }])).toThrow(
    /regular expression/i,
  );
});
