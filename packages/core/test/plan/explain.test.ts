import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { effectivePolicy, ToolCatalog, ToolExecutor, ToolRegistry, type PolicyDecision } from '@goondan/core';
import { recordingLogger, scopeOf } from '../tool/support/scope.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const names = ['a__x', 'a__y', 'b__x', 'gone__x'] as const;
const list = fc.option(fc.array(fc.constantFrom(...names, 'a__*', 'b__*'), { maxLength: 3 }), {
  nil: undefined,
});
const setup = fc.record({
  whitelist: list,
  own: list,
  approvals: fc.array(
    fc.record({ tool: fc.constantFrom(...names, '*'), word: fc.constantFrom('', 'no', 'yes') }),
    {
      maxLength: 2,
    },
  ),
  tools_policy: fc.boolean(),
  shown: fc.subarray([...names]),
  name: fc.constantFrom(...names),
  word: fc.constantFrom('yes', 'no', 7),
});

/** What a decision comes to when the call is really made, with nobody to ask. */
const codes: Readonly<Record<PolicyDecision['decision'], readonly (string | undefined)[]>> = {
  allowed: [undefined],
  blocked: ['E_TOOL_BLOCKED'],
  held: ['E_TOOL_DENIED'],
  refused: ['E_TOOL_NOT_IN_CATALOG', 'E_TOOL_NOT_FOUND', 'E_TOOL_INVALID_ARGS'],
  depends: [],
};

test('POL-1: what policy explains of a call is what becomes of it, and it names the layer that says so', async () => {
  const { logger } = recordingLogger();
  await fc.assert(
    fc.asyncProperty(setup, async ({ whitelist, own, approvals, tools_policy, shown, name, word }) => {
      const registry = new ToolRegistry();
      const parameters = { type: 'object', properties: { word: { type: 'string' } } };
      for (const tool of names) registry.register({ name: tool, parameters, handler: () => 'ran' });
      const catalog = new ToolCatalog(
        registry.items().filter((item) => shown.some((one) => one === item.name)),
        registry,
      );
      registry.unregister('gone__x');
      const rules = approvals.map(({ tool, word: pattern }) => ({
        tool,
        ...(pattern === '' ? {} : { args: { word: pattern } }),
      }));
      const policy = effectivePolicy([
        {
          origin: 'swarm',
          policy: {
            tools: {
              ...(whitelist === undefined ? {} : { whitelist }),
              approvals: rules,
              features: { tools_policy },
            },
          },
        },
        { origin: 'agent me', policy: { tools: own === undefined ? {} : { whitelist: own } } },
      ]);
      const executor = new ToolExecutor(registry, { policy });
      const explained = executor.explain({ name, args: { word } }, { catalog });
      const { error } = await executor.execute({ id: 'c1', name, args: { word } }, scopeOf({ logger }), {
        catalog,
      });
      expect(codes[explained.decision]).toContain(error?.code);
      if (explained.decision === 'blocked')
        expect(explained.layers.map(({ verdict }) => verdict)).toContain('blocks');
      if (explained.decision === 'held')
        expect(explained.layers.map(({ verdict }) => verdict)).toContain('holds');
      expect(explained.rule).not.toBe('');
      expect(explained.reason).not.toBe('');
    }),
    { numRuns: byTier({ full: 2000, short: 200 }), seed: 3 },
  );
});
