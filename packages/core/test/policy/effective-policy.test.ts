import * as fc from 'fast-check';
import { describe, expect, test } from 'bun:test';
import {
  blockingWhitelist,
  delegatedPolicy,
  effectivePolicy,
  policyDefaults,
  type EffectivePolicy,
  type Policy,
  type PolicyLayer,
} from '../../src/index.ts';

/** Layers named as people meet them: the swarm's first, then each that narrows it. */
function layers(swarm: Policy, ...narrower: Policy[]): PolicyLayer[] {
  return [
    { origin: 'swarm', policy: swarm },
    ...narrower.map((policy, index) => ({ origin: `agent${index}`, policy })),
  ];
}

const limitsOf = ({
  maxStepsPerTurn,
  maxTokens,
  timeoutMs,
  maxTimeoutMs,
  concurrency,
  maxOutputBytes,
}: EffectivePolicy) => ({
  maxStepsPerTurn,
  maxTokens,
  timeoutMs,
  maxTimeoutMs,
  concurrency,
  maxOutputBytes,
});

test('POL-1: without any policy the defaults of the contract hold, and every flag is off', () => {
  for (const policy of [effectivePolicy([]), effectivePolicy(layers({})), effectivePolicy(layers({}, {}))]) {
    expect(limitsOf(policy)).toEqual({
      maxStepsPerTurn: 32,
      maxTokens: undefined,
      timeoutMs: 30_000,
      maxTimeoutMs: 600_000,
      concurrency: 8,
      maxOutputBytes: 51_200,
    });
    expect(policy).toMatchObject({
      registryDirect: false,
      features: { mcp_tools: false, tools_policy: false },
    });
    expect([policy.whitelists, policy.approvals]).toEqual([[], []]);
  }
  expect(policyDefaults.maxStepsPerTurn).toBe(32);
});

test('POL-1: a swarm may set limits above the defaults', () => {
  const swarm = {
    maxStepsPerTurn: 100,
    budget: { maxTokens: 5000 },
    tools: { timeoutMs: 60_000, concurrency: 64 },
  };
  expect(limitsOf(effectivePolicy(layers(swarm)))).toMatchObject({
    maxStepsPerTurn: 100,
    maxTokens: 5000,
    timeoutMs: 60_000,
    concurrency: 64,
  });
});

test('POL-1: limits take the smaller, whichever layer has it', () => {
  const low = {
    maxStepsPerTurn: 5,
    budget: { maxTokens: 100 },
    tools: { timeoutMs: 10, maxTimeoutMs: 20, concurrency: 2, maxOutputBytes: 2048 },
  };
  const high = {
    maxStepsPerTurn: 50,
    budget: { maxTokens: 1000 },
    tools: { timeoutMs: 100, maxTimeoutMs: 200, concurrency: 20, maxOutputBytes: 20_480 },
  };
  const expected = {
    maxStepsPerTurn: 5,
    maxTokens: 100,
    timeoutMs: 10,
    maxTimeoutMs: 20,
    concurrency: 2,
    maxOutputBytes: 2048,
  };
  expect(limitsOf(effectivePolicy(layers(low, high)))).toEqual(expected);
  expect(limitsOf(effectivePolicy(layers(high, low)))).toEqual(expected);
  expect(limitsOf(effectivePolicy(layers(high, {}, low, high)))).toEqual(expected);
});

test('POL-1: an agent cannot raise a limit its swarm leaves at the default', () => {
  const wide = {
    maxStepsPerTurn: 1000,
    tools: { timeoutMs: 900_000, maxTimeoutMs: 900_000, concurrency: 1000, maxOutputBytes: 10_000_000 },
  };
  expect(limitsOf(effectivePolicy(layers({}, wide)))).toEqual(limitsOf(effectivePolicy([])));
  const tokens = effectivePolicy(layers({}, { budget: { maxTokens: 9 } }));
  expect(tokens.maxTokens).toBe(9);
});

test('POL-1: whitelists must all allow, and each says whose it is', () => {
  const features = { tools_policy: true };
  const policy = effectivePolicy(
    layers(
      { tools: { features, whitelist: ['bash__*', 'files__read'] } },
      { tools: { whitelist: ['bash__exec', 'files__*'] } },
    ),
  );
  const blocker = (name: string) => blockingWhitelist(policy, name)?.origin;
  expect(['bash__exec', 'files__read', 'bash__script', 'files__write', 'web__get'].map(blocker)).toEqual([
    undefined,
    undefined,
    'agent0',
    'swarm',
    'swarm',
  ]);
});

test('POL-1: a whitelist does nothing while tools_policy is off, and all once any layer has switched it on', () => {
  const whitelist = ['bash__exec'];
  const off = effectivePolicy(
    layers({ tools: { whitelist } }, { tools: { features: { tools_policy: false } } }),
  );
  expect(blockingWhitelist(off, 'web__get')).toBeUndefined();
  const byAgent = effectivePolicy(
    layers({ tools: { whitelist } }, { tools: { features: { tools_policy: true } } }),
  );
  expect(blockingWhitelist(byAgent, 'web__get')?.origin).toBe('swarm');
  const notOff = effectivePolicy(
    layers(
      { tools: { whitelist, features: { tools_policy: true } } },
      { tools: { features: { tools_policy: false } } },
    ),
  );
  expect(blockingWhitelist(notOff, 'web__get')?.origin).toBe('swarm');
});

test('POL-1: an agent with an empty whitelist has no tools; one without has those of its swarm', () => {
  const swarm = { tools: { features: { tools_policy: true }, whitelist: ['bash__*'] } };
  expect(
    blockingWhitelist(effectivePolicy(layers(swarm, { tools: { whitelist: [] } })), 'bash__exec')?.origin,
  ).toBe('agent0');
  expect(blockingWhitelist(effectivePolicy(layers(swarm, {})), 'bash__exec')).toBeUndefined();
});

describe('what a caller allows those it asks (SPEC §7)', () => {
  const asking = effectivePolicy(
    layers({ delegate: { whitelist: ['bash__*'] } }, { delegate: { whitelist: ['bash__exec', 'web__get'] } }),
  );
  const names = ['bash__exec', 'bash__script', 'web__get'];
  const allowed = (policy: EffectivePolicy): string[] =>
    names.filter((name) => blockingWhitelist(policy, name) === undefined);

  test('its own calls are not bound by it', () => {
    expect(asking.delegates).toEqual([['bash__*'], ['bash__exec', 'web__get']]);
    expect(allowed(asking)).toEqual(names);
  });

  test('the lists of all layers bind whoever is asked, with no flag, and name the caller', () => {
    const asked = delegatedPolicy(effectivePolicy([]), asking.delegates);
    expect(allowed(asked)).toEqual(['bash__exec']);
    expect(blockingWhitelist(asked, 'web__get')?.origin).toBe('the caller');
  });

  test('they go on with what the asked one asks, beside its own; nothing widens again', () => {
    const own = effectivePolicy(layers({ delegate: { whitelist: ['web__get', 'bash__script'] } }));
    const asked = delegatedPolicy(own, [['bash__*']]);
    expect(asked.delegates).toEqual([['web__get', 'bash__script'], ['bash__*']]);
    expect(allowed(delegatedPolicy(effectivePolicy([]), asked.delegates))).toEqual(['bash__script']);
    expect(allowed(delegatedPolicy(asked, [['web__get']]))).toEqual([]);
  });

  test('they come before the whitelists of the asked one, and take nothing from them', () => {
    const strict = effectivePolicy(
      layers({ tools: { features: { tools_policy: true }, whitelist: ['web__get'] } }),
    );
    const asked = delegatedPolicy(strict, [['bash__exec']]);
    expect(names.map((name) => blockingWhitelist(asked, name)?.origin)).toEqual([
      'swarm',
      'the caller',
      'the caller',
    ]);
  });

  test('an empty list leaves no tool; no list changes nothing', () => {
    expect(allowed(delegatedPolicy(effectivePolicy([]), [[]]))).toEqual([]);
    expect(delegatedPolicy(asking, [])).toBe(asking);
  });
});

test.each([
  [undefined, undefined, false],
  [undefined, true, false],
  [false, true, false],
  [true, undefined, true],
  [true, true, true],
  [true, false, false],
])(
  'POL-1: a flag that permits (swarm %p, agent %p) is %p: both must agree, and an agent alone switches nothing on',
  (swarm, agent, expected) => {
    const flags = (flag: boolean | undefined): Policy =>
      flag === undefined ? {} : { tools: { registryDirect: flag, features: { mcp_tools: flag } } };
    const policy = effectivePolicy(layers(flags(swarm), flags(agent)));
    expect([policy.registryDirect, policy.features.mcp_tools]).toEqual([expected, expected]);
  },
);

test('POL-1: approvals of all layers add up, in order', () => {
  const policy = effectivePolicy(
    layers(
      { tools: { approvals: [{ tool: 'bash__*' }] }, permissions: { files: { allow: ['src/**'] } } },
      { tools: { approvals: [{ tool: 'web__get' }, { tool: '*' }] }, permissions: { sandbox: 'required' } },
    ),
  );
  expect(policy.approvals.map(({ label }) => label)).toEqual([
    'swarm approvals[0]',
    'agent0 approvals[0]',
    'agent0 approvals[1]',
  ]);
});

const toolNames = ['bash__exec', 'bash__script', 'files__read', 'web__get'];
const somePattern = fc.constantFrom(...toolNames, 'bash__*', 'files__*', 'web__*', 'none__*');
const someLimit = fc.integer({ min: 1, max: 2_000_000 });
/** Any policy, most fields absent in most. */
const somePolicy: fc.Arbitrary<Policy> = fc.record(
  {
    maxStepsPerTurn: someLimit,
    budget: fc.record({ maxTokens: someLimit }),
    tools: fc.record(
      {
        timeoutMs: someLimit,
        maxTimeoutMs: someLimit,
        concurrency: fc.integer({ min: 1, max: 1024 }),
        maxOutputBytes: fc.integer({ min: 1024, max: 1_000_000 }),
        whitelist: fc.array(somePattern, { maxLength: 4 }),
        approvals: fc.array(fc.record({ tool: somePattern }), { maxLength: 3 }),
        registryDirect: fc.boolean(),
        features: fc.record({ mcp_tools: fc.boolean(), tools_policy: fc.boolean() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const someEnvironment = fc.record(
  {
    TOOL_WHITELIST: fc.array(somePattern, { maxLength: 3 }).map((names) => names.join(', ')),
    GOONDAN_FEATURE_TOOLS_POLICY: fc.constantFrom('true', '1', 'false', '0', 'yes', ''),
    GOONDAN_FEATURE_MCP_TOOLS: fc.constantFrom('true', '1', 'false', '0', 'no', ''),
  },
  { requiredKeys: [] },
);

test('POL-1: for any layers, one more never allows a tool that was blocked, raises a limit, drops an approval or grants a flag', () => {
  fc.assert(
    fc.property(
      fc.array(somePolicy, { minLength: 1, maxLength: 4 }),
      somePolicy,
      someEnvironment,
      ([swarm = {}, ...others], added, environment) => {
        const before = effectivePolicy(layers(swarm, ...others), environment);
        const after = effectivePolicy(layers(swarm, ...others, added), environment);
        for (const name of toolNames) {
          if (blockingWhitelist(before, name) !== undefined)
            expect(blockingWhitelist(after, name)).toBeDefined();
          for (const approval of before.approvals) {
            const isStillHeld = after.approvals.some(
              (other) =>
                other.label === approval.label && other.matches(name, {}) === approval.matches(name, {}),
            );
            expect(isStillHeld).toBe(true);
          }
        }
        const limits = limitsOf(after);
        for (const [name, limit] of Object.entries(limitsOf(before))) {
          const later = Object.entries(limits).find(([other]) => other === name)?.[1];
          expect(later ?? Infinity).toBeLessThanOrEqual(limit ?? Infinity);
        }
        expect(!before.registryDirect && after.registryDirect).toBe(false);
        expect(!before.features.mcp_tools && after.features.mcp_tools).toBe(false);
        expect(before.features.tools_policy && !after.features.tools_policy).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('POL-1: layers are read and left as they were, and the order of those that narrow does not matter to what is allowed', () => {
  fc.assert(
    fc.property(somePolicy, fc.array(somePolicy, { maxLength: 3 }), (swarm, others) => {
      const given = JSON.stringify([swarm, others]);
      const forward = effectivePolicy(layers(swarm, ...others));
      const backward = effectivePolicy(layers(swarm, ...others.toReversed()));
      expect(JSON.stringify([swarm, others])).toBe(given);
      expect(limitsOf(forward)).toEqual(limitsOf(backward));
      expect(forward.features).toEqual(backward.features);
      for (const name of toolNames) {
        expect(blockingWhitelist(forward, name) === undefined).toBe(
          blockingWhitelist(backward, name) === undefined,
        );
      }
    }),
  );
});
