import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { AgentEvent, Policy, ToolDefinition } from '@goondan/core';
import { inputEvent, planEvent, toolCallEvent } from '../../src/swarm/input-event.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says, type Answer } from '../turn/support/fake-model.ts';
import { withEngine, type World } from '../turn/support/world.ts';

const names = ['a__x', 'a__y', 'b__x', 'c__x', 'dyn__x'] as const;
const pattern = fc.constantFrom(...names, 'a__*', 'b__*', 'c__*', 'dyn__*', 'z__*');
const list = fc.option(fc.array(pattern, { maxLength: 7 }), { nil: undefined, freq: 2 });
const flag = fc.constantFrom(true, true, false, undefined);

const setup = fc.record({
  declared: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  shown: fc.option(fc.subarray([...names]), { nil: undefined }),
  swarm: list,
  own: list,
  environment: list,
  travelled: list,
  enforced: flag,
  enforcedByAgent: flag,
});
type Setup = typeof setup extends fc.Arbitrary<infer Value> ? Value : never;

/** The contract in its own words, apart from the code under test. */
function mayStart(name: string, given: Setup, isShownByStep: boolean): boolean {
  const { declared, shown, swarm, own, environment, travelled } = given;
  const allows = (whitelist: readonly string[] | undefined): boolean =>
    whitelist === undefined || whitelist.includes(name) || whitelist.includes(`${name.split('__')[0]}__*`);
  const isEnforced = given.enforced === true || given.enforcedByAgent === true;
  const isInCatalog = name === 'dyn__x' || declared.some((resource) => name.startsWith(`${resource}__`));
  const isLeft = !isShownByStep || shown === undefined || shown.some((one) => one === name);
  // An empty TOOL_WHITELIST is none (POL-2).
  const fromEnvironment = environment?.length === 0 ? undefined : environment;
  const isListed = !isEnforced || [swarm, own, fromEnvironment].every(allows);
  return isInCatalog && isLeft && isListed && allows(travelled);
}

function policyOf(
  whitelist: readonly string[] | undefined,
  enforced: boolean | undefined,
  more = {},
): Policy {
  return {
    tools: {
      ...(whitelist === undefined ? {} : { whitelist: [...whitelist] }),
      features: { ...(enforced === undefined ? {} : { tools_policy: enforced }), ...more },
    },
  };
}

function agentOf(given: Setup, started: string[]): AgentParts {
  const toolOf = (name: string): ToolDefinition => ({
    name,
    handler: () => {
      started.push(name);
      return 'ran';
    },
  });
  const all: Answer = ({ messages }) =>
    messages.at(-1)?.role === 'user' ? asks(...names.map((name) => call(`m-${name}`, name))) : says('done');
  return {
    model: fakeModel(all),
    tools: names.filter((name) => name !== 'dyn__x').map(toolOf),
    declared: given.declared,
    policy: policyOf(given.swarm, given.enforced, { mcp_tools: true }),
    ownPolicy: policyOf(given.own, given.enforcedByAgent),
    env: { TOOL_WHITELIST: given.environment?.join(',') },
    extensions: {
      dyn: (api) => {
        api.tools.register({ name: 'dyn__x' }, () => {
          started.push('dyn__x');
          return 'ran';
        });
        api.pipeline.register('step', async (ctx) => {
          ctx.toolCatalog = ctx.toolCatalog.filter(
            ({ name }) => given.shown?.some((one) => one === name) ?? true,
          );
          if (ctx.stepIndex === 0)
            for (const tool of names) await ctx.execute(`own ${tool}`, { tool, args: {} });
          return ctx.next();
        });
      },
    },
  };
}

/** As it comes from an agent that passes its list on, where there is one. */
function asked(event: AgentEvent, { travelled }: Setup): AgentEvent {
  if (travelled === undefined) return event;
  return { ...event, source: { kind: 'agent', name: 'boss' }, metadata: { whitelists: [travelled] } };
}

async function startedBy(world: World, events: readonly AgentEvent[], started: string[]): Promise<string[]> {
  started.length = 0;
  for (const event of events) await world.engine.request(world.to(), event);
  return started.toSorted();
}

test('POL-1, POL-2, SPEC §7: whatever the policies, only what is in catalog, whitelists, agent policy and what travelled is ever started, by steps, middleware, plans and tool calls', async () => {
  const seen = { started: 0, kept: 0, keptByCaller: 0, keptByAgent: 0 };
  await fc.assert(
    fc.asyncProperty(setup, async (given) => {
      const started: string[] = [];
      await withEngine(agentOf(given, started), async (world) => {
        const allowed = names.filter((name) => mayStart(name, given, true));
        const inStep = await startedBy(world, [asked(inputEvent('go'), given)], started);
        // Once by the middleware of the step, once by the model.
        expect(inStep).toEqual([...allowed, ...allowed].toSorted());
        const callable = names.filter((name) => mayStart(name, given, false)).toSorted();
        const plan = planEvent({ tools: [...names] });
        expect(await startedBy(world, [asked(plan, given)], started)).toEqual(callable);
        const calls = names.map((name) => asked(toolCallEvent({ name, args: {} }), given));
        expect(await startedBy(world, calls, started)).toEqual(callable);
        seen.started += callable.length;
        seen.kept += names.length - callable.length;
        const startable = (more: Partial<Setup>): number =>
          names.filter((name) => mayStart(name, { ...given, ...more }, false)).length;
        seen.keptByCaller += startable({ travelled: undefined }) - callable.length;
        seen.keptByAgent += startable({ own: undefined }) - callable.length;
      });
    }),
    { numRuns: 100, seed: 5 },
  );
  // Nothing of it may be empty: the property would say nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
}, 120_000);
