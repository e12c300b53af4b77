import { describe, expect, test } from 'bun:test';
import type { JsonObject, JsonValue, ToolDefinition } from '@goondan/core';
import { planEvent } from '../../src/swarm/input-event.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { fakeModel, says } from '../turn/support/fake-model.ts';
import { shell } from '../turn/support/shell.ts';
import { echo, gatedTool } from '../turn/support/tools.ts';
import { inStateRoot, withEngine, World } from '../turn/support/world.ts';

const features = { mcp_tools: true };
const fails: ToolDefinition = {
  name: 'bad__fail',
  handler: () => {
    throw new Error('it broke');
  },
};

function parts(more: Partial<AgentParts> = {}): AgentParts {
  return { model: fakeModel(says('x')), tools: [echo, fails], policy: { tools: { features } }, ...more };
}

async function run(world: World, plan: JsonValue) {
  return world.engine.attach(await world.send(planEvent(plan)));
}

const say = (id: string, args: JsonObject = {}) => ({ id, tool: 'echo__say', args });

describe('PLAN-1: a plan as a turn', () => {
  test('ends with one result an entry in plan order, whatever the tools do; no model is asked and the conversation stays as it was', () => {
    const model = fakeModel(says('x'));
    return withEngine(parts({ model }), async (world) => {
      const { status, output, toolCalls, steps } = await run(world, {
        tools: [say('a', { n: 1 }), 'bad__fail', 'no__such', say('b', { got: { $from: 'a', path: '/n' } })],
      });
      expect({ status, steps }).toEqual({ status: 'completed', steps: 0 });
      expect(output).toMatchObject({
        skipped: false,
        results: [
          { id: 'a', tool: 'echo__say', success: true, result: { n: 1 }, error: null },
          { tool: 'bad__fail', success: false, result: null, error: 'it broke', code: 'E_TOOL' },
          { tool: 'no__such', success: false, code: 'E_TOOL_NOT_IN_CATALOG' },
          { id: 'b', success: true, result: { got: 1 } },
        ],
      });
      expect(toolCalls.map(({ id }) => id)).toEqual(['plan-1', 'plan-2', 'plan-3', 'plan-4']);
      expect(model.requests).toEqual([]);
      expect(await world.conversation()).toEqual([]);
    });
  });

  test('PLAN-2: mcp_tools off: skipped, and no tool is called', () =>
    withEngine(parts({ policy: {} }), async (world) => {
      const { output, toolCalls } = await run(world, { tools: ['echo__say'] });
      expect({ output, toolCalls }).toEqual({
        output: { skipped: true, reason: 'mcp_tools is off', results: [] },
        toolCalls: [],
      });
    }));

  test('PLAN-3: a broken structure fails the turn before anything runs', () =>
    withEngine(parts(), async (world) => {
      const { status, error, toolCalls } = await run(world, { tools: [say('a'), say('a')] });
      expect({ status, code: error?.code, toolCalls }).toEqual({
        status: 'failed',
        code: 'E_PLAN_DUPLICATE_ID',
        toolCalls: [],
      });
      expect(world.events('tool.started')).toEqual([]);
    }));

  test('a blocked tool is told as such, with the rule, in the result and as an event', () =>
    withEngine(
      parts({ policy: { tools: { features: { ...features, tools_policy: true }, whitelist: ['echo__*'] } } }),
      async (world) => {
        const { output } = await run(world, { tools: ['bad__fail', 'echo__say'] });
        expect(output).toMatchObject({
          results: [{ success: false, error: 'Blocked by whitelist policy' }, { success: true }],
        });
        const decisions = world.events('tool.started').map(({ toolName, attributes }) => ({
          toolName,
          decision: attributes?.['decision'],
          rule: attributes?.['rule'],
        }));
        expect(decisions).toEqual([
          { toolName: 'bad__fail', decision: 'blocked', rule: 'whitelist of swarm' },
          { toolName: 'echo__say', decision: 'allowed', rule: 'whitelist of swarm' },
        ]);
      },
    ));
});

describe('POL-4: a plan with an entry that a person must approve', () => {
  const { tool, ran } = shell();
  const held = parts({
    tools: [echo, tool],
    policy: { tools: { features, approvals: [{ tool: 'bash__exec', args: { command: 'push' } }] } },
  });
  const plan = {
    tools: [
      say('a'),
      { id: 'p', tool: 'bash__exec', args: { command: 'push' } },
      say('c', { x: { $from: 'p' } }),
    ],
  };

  test('waits for it alone, through a restart, and goes on with what depends on it', () =>
    inStateRoot(async (stateRoot) => {
      const first = await World.open(held, { stateRoot });
      const turnId = await first.send(planEvent(plan));
      const handle = await first.heldHandle();
      await first.until('tool.completed');
      await first.stop();
      const second = await World.open(held, { stateRoot });
      await second.engine.complete(handle, { decision: 'approve', args: { command: 'push gently' } });
      await second.engine.resume();
      const { output } = await second.engine.attach(turnId);
      expect(output).toMatchObject({
        results: [
          { success: true },
          { success: true, result: 'ran push gently' },
          { result: { x: 'ran push gently' } },
        ],
      });
      expect(ran).toEqual(['push gently']);
      expect(second.events('tool.started').map(({ toolCallId }) => toolCallId)).toEqual(['plan-2', 'plan-3']);
      await second.stop();
    }));

  test('PAR-1: approved, one that must run alone waits until those beside it have ended', () => {
    const slow = gatedTool('slow__one');
    const alone = gatedTool('alone__one', { annotations: { sequential: true } });
    alone.open();
    const policy = { tools: { features, approvals: [{ tool: 'alone__one' }] } };
    return withEngine(parts({ tools: [slow.tool, alone.tool], policy }), async (world) => {
      const turnId = await world.send(planEvent({ tools: ['slow__one', 'alone__one'] }));
      await slow.untilStarted();
      await world.engine.complete(await world.heldHandle(), { decision: 'approve' });
      await world.until('tool.released');
      // All that could start without waiting has started when a turn of another instance is over.
      await world.ask('other', 'other');
      expect(alone.started).toEqual([]);
      slow.open();
      await world.engine.attach(turnId);
      expect(alone.started).toHaveLength(1);
    });
  });

  test('denied, what depends on it is not run, and the note is told', () =>
    withEngine(held, async (world) => {
      const turnId = await world.send(planEvent(plan));
      await world.engine.complete(await world.heldHandle(), { decision: 'deny', note: 'not on Friday' });
      expect((await world.engine.attach(turnId)).output).toMatchObject({
        results: [
          { success: true },
          { success: false, code: 'E_TOOL_DENIED', error: 'bash__exec was denied: not on Friday' },
          { success: false, code: 'E_PLAN_DEPENDENCY' },
        ],
      });
    }));

  test('cancelled while it waits, the turn is cancelled and nothing more runs', () =>
    withEngine(held, async (world) => {
      const turnId = await world.send(planEvent(plan));
      await world.heldHandle();
      await world.engine.cancel(turnId);
      const before = ran.length;
      expect((await world.engine.attach(turnId)).status).toBe('cancelled');
      expect(ran).toHaveLength(before);
    }));
});
