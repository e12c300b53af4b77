import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, JsonObject } from '@goondan/core';
import { planEvent } from '../../src/swarm/input-event.ts';
import { asks, fakeModel, says } from './support/fake-model.ts';
import { withEngine } from './support/world.ts';
import { textOf } from './support/text-of.ts';
import { approve, policy, push, shell } from './support/shell.ts';

describe('approval of what toolCall middleware made of a call', () => {
  const changing = (change: (args: JsonObject) => JsonObject) => ({
    changer: ({ pipeline }: ExtensionApi) => {
      pipeline.register('toolCall', (context) => {
        context.args = change(context.args);
        return context.next();
      });
    },
  });

  test('a rule that matches only then holds the call, with the arguments as they will be', async () => {
    const { tool, ran } = shell();
    const extensions = changing(() => ({ command: 'git push origin' }));
    const model = fakeModel(asks(push('a', 'ship it')), says('done'));
    await withEngine({ model, tools: [tool], policy, extensions }, async (world) => {
      const turnId = await world.send('go');
      const { attributes } = await world.until('tool.held');
      expect(attributes?.args).toEqual({ command: 'git push origin' });
      expect(ran).toEqual([]);
      await world.engine.complete(textOf(attributes?.handle), approve);
      const { toolCalls } = await world.engine.attach(turnId);
      expect(toolCalls[0]?.result.output).toBe('ran git push origin');
      expect(ran).toEqual(['git push origin']);
    });
  });

  test('approved, a change that would not come out the same a second time is not made twice', async () => {
    const { tool, ran } = shell();
    const extensions = changing(({ command }) => ({ command: `sudo ${textOf(command)} push` }));
    const model = fakeModel(asks(push('a', 'ship')), says('done'));
    await withEngine({ model, tools: [tool], policy, extensions }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), approve);
      const { toolCalls } = await world.engine.attach(turnId);
      expect(toolCalls[0]?.result.output).toBe('ran sudo ship push');
      expect(ran).toEqual(['sudo ship push']);
      expect(world.events('tool.held')).toHaveLength(1);
    });
  });

  test('edited, what the person wrote is what runs', async () => {
    const { tool, ran } = shell();
    const extensions = changing(({ command }) => ({ command: `sudo ${textOf(command)} push` }));
    const model = fakeModel(asks(push('a', 'ship')), says('done'));
    await withEngine({ model, tools: [tool], policy, extensions }, async (world) => {
      const turnId = await world.send('go');
      const args = { command: 'echo push' };
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', args });
      await world.engine.attach(turnId);
      expect(ran).toEqual(['echo push']);
    });
  });

  test('edited, what the person wrote is what runs, also where the call was allowed for good meanwhile', async () => {
    const { tool, ran } = shell();
    const extensions = changing(({ command }) => ({ command: `${textOf(command)} push` }));
    const model = fakeModel(says('done'));
    const features = { mcp_tools: true };
    const parts = { model, tools: [tool], policy: { tools: { ...policy.tools, features } }, extensions };
    await withEngine(parts, async (world) => {
      const entry = { tool: 'bash__exec', args: { command: 'ship' } };
      const turnId = await world.send(planEvent({ tools: [entry, entry] }));
      const handles = await world.heldHandles(2);
      await world.engine.complete(handles.get('plan-1') ?? '', { ...approve, always: true });
      await world.until('tool.completed');
      await world.engine.complete(handles.get('plan-2') ?? '', {
        ...approve,
        args: { command: 'echo push' },
      });
      await world.engine.attach(turnId);
      expect(ran).toEqual(['ship push', 'echo push']);
    });
  });

  test('arguments that change every time are not run unseen, and the turn ends all the same', async () => {
    const { tool, ran } = shell();
    let count = 0;
    const extensions = changing(() => ({ command: `push ${(count += 1)}` }));
    const model = fakeModel(asks(push('a', 'ship')), says('done'));
    await withEngine({ model, tools: [tool], policy, extensions }, async (world) => {
      world.engine.observe((event) => {
        if (event.type === 'tool.held') void world.engine.complete(textOf(event.attributes?.handle), approve);
      });
      const { toolCalls, status } = await world.ask('go');
      expect([status, toolCalls[0]?.result.error?.code]).toEqual(['completed', 'E_TOOL_DENIED']);
      expect(ran).toEqual([]);
    });
  });

  test('middleware that answers itself is not asked about', async () => {
    const { tool } = shell();
    const extensions = {
      cache: ({ pipeline }: ExtensionApi) => {
        pipeline.register('toolCall', ({ toolCallId, toolName }) => ({
          toolCallId,
          toolName,
          status: 'ok',
          output: 'cached',
        }));
      },
    };
    const model = fakeModel(asks(push('a', 'ls')), says('done'));
    await withEngine({ model, tools: [tool], policy, extensions }, async (world) => {
      expect((await world.ask('go')).toolCalls[0]?.result.output).toBe('cached');
    });
  });
});
