import { describe, expect, test } from 'bun:test';
import type { ExtensionModule } from '@goondan/core';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { approve, policy, shell } from '../turn/support/shell.ts';
import { echo, gatedTool } from '../turn/support/tools.ts';
import { inStateRoot, withEngine, World } from '../turn/support/world.ts';

const say = (n: number) => ({ tool: 'echo__say', args: { n } });

describe('ctx.execute', () => {
  test('runs a call as if the model had asked for it; the outcome knows of it and the conversation does not', () =>
    withEngine(
      {
        model: fakeModel(asks(call('m1', 'echo__say', { n: 2 })), says('done')),
        tools: [echo],
        extensions: {
          own: (api) => {
            api.pipeline.register('turn', async (ctx) => {
              const result = await ctx.execute('before', say(0));
              ctx.metadata['seen'] = result.output ?? null;
              return ctx.next();
            });
            api.pipeline.register('step', async (ctx) => {
              if (ctx.stepIndex === 0) await ctx.execute('first', say(1));
              return ctx.next();
            });
          },
        },
      },
      async (world) => {
        const { toolCalls, output } = await world.ask('go');
        expect(output).toBe('done');
        expect(toolCalls.map(({ args }) => args)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
        expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(3);
        expect(JSON.stringify(await world.conversation())).not.toContain('"n":1');
      },
    ));

  test('the same name of one layer is the same call, of two layers two', () => {
    const gated = gatedTool('slow__one');
    gated.open();
    const twice: ExtensionModule['register'] = (api) =>
      void api.pipeline.register('step', async (ctx) => {
        const slow = { tool: 'slow__one', args: {} };
        await Promise.all([ctx.execute('x', slow), ctx.execute('x', slow)]);
        return ctx.next();
      });
    return withEngine({ tools: [gated.tool], extensions: { one: twice, two: twice } }, async (world) => {
      await world.ask('go');
      expect(gated.started).toHaveLength(2);
    });
  });

  test('CAT-3, POL-2: outside the catalog that the layers left, or blocked, nothing runs', () => {
    const codes: unknown[] = [];
    return withEngine(
      {
        tools: [echo, { name: 'other__one', handler: () => 'ran' }],
        policy: { tools: { features: { tools_policy: true }, whitelist: ['echo__say', 'no__such'] } },
        extensions: {
          own: (api) =>
            void api.pipeline.register('step', async (ctx) => {
              for (const tool of ['other__one', 'no__such', 'echo__say'])
                codes.push((await ctx.execute(tool, { tool, args: {} })).error?.code);
              ctx.toolCatalog = [];
              codes.push((await ctx.execute('again', say(1))).error?.code);
              return ctx.next();
            }),
        },
      },
      async (world) => {
        await world.ask('go');
        expect(codes).toEqual([
          'E_TOOL_BLOCKED',
          'E_TOOL_NOT_IN_CATALOG',
          undefined,
          'E_TOOL_NOT_IN_CATALOG',
        ]);
      },
    );
  });

  test('PIPE-3: stopped in the middle, what ended is told from the record and what was held goes on', () =>
    inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const counted = gatedTool('count__one');
      counted.open();
      const parts: AgentParts = {
        model: fakeModel(says('done')),
        tools: [tool, counted.tool],
        policy,
        extensions: {
          own: (api) =>
            void api.pipeline.register('step', async (ctx) => {
              await ctx.execute('free', { tool: 'count__one', args: {} });
              const { output } = await ctx.execute('held', { tool: 'bash__exec', args: { command: 'push' } });
              ctx.metadata['said'] = output ?? null;
              return ctx.next();
            }),
        },
      };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      const handle = await first.heldHandle();
      await first.stop();
      const second = await World.open(parts, { stateRoot });
      await second.engine.complete(handle, approve);
      await second.engine.resume();
      const { toolCalls } = await second.engine.attach(turnId);
      expect(toolCalls.map(({ result }) => result.status)).toEqual(['ok', 'ok']);
      expect(counted.started).toHaveLength(1);
      expect(ran).toEqual(['push']);
      await second.stop();
    }));

  test('PIPE-3: the calls of a finished step are in the outcome of a later attempt', () =>
    inStateRoot(async (stateRoot) => {
      const slow = gatedTool('slow__one', { annotations: { idempotent: true } });
      const parts: AgentParts = {
        model: fakeModel(asks(call('m1', 'echo__say')), asks(call('m2', 'slow__one')), says('done')),
        tools: [echo, slow.tool],
        extensions: {
          own: (api) =>
            void api.pipeline.register('step', async (ctx) => {
              if (ctx.stepIndex === 0) await ctx.execute('own', say(1));
              return ctx.next();
            }),
        },
      };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      await slow.untilStarted();
      await first.stop();
      slow.open();
      const second = await World.open({ ...parts, model: fakeModel(says('done')) }, { stateRoot });
      await second.engine.resume();
      const { toolCalls } = await second.engine.attach(turnId);
      expect(toolCalls.map(({ name }) => name)).toEqual(['echo__say', 'echo__say', 'slow__one']);
      await second.stop();
    }));
});
