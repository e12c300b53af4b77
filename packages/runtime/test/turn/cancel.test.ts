import { describe, expect, test } from 'bun:test';
import type { ExtensionApi } from '@goondan/core';
import { conversationProblem } from './support/conversation-problem.ts';
import { asks, call, fakeModel, hangingAnswer, says } from './support/fake-model.ts';
import { gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';

describe('cancelling a turn', () => {
  test('aborts every tool that runs, even those that do not listen, and leaves a complete conversation', async () => {
    const one = gatedTool('slow__one');
    const two = gatedTool('slow__two', { annotations: { readOnly: true } });
    const model = fakeModel(
      asks(call('a', 'slow__one'), call('b', 'slow__two'), call('c', 'slow__one')),
      says('next'),
    );
    const policy = { tools: { concurrency: 2 } };
    await withEngine({ model, tools: [one.tool, two.tool], policy }, async (world) => {
      const turnId = await world.send('go');
      await Promise.all([one.untilStarted(), two.untilStarted()]);
      expect(await world.engine.cancel(turnId, 'changed my mind')).toBe(true);
      const outcome = await world.engine.attach(turnId);
      expect(outcome).toMatchObject({
        status: 'cancelled',
        error: { code: 'E_AGENT_CANCELLED', message: 'changed my mind' },
      });
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual([
        'E_TOOL_CANCELLED',
        'E_TOOL_CANCELLED',
        'E_TOOL_CANCELLED',
      ]);
      expect([...one.started, ...two.started].map(({ signal }) => signal.aborted)).toEqual([true, true]);
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect(await world.ask('next')).toMatchObject({ status: 'completed', output: 'next' });
      expect(world.events('turn.cancelled')).toHaveLength(1);
    });
  });

  test('ends a model call under way, and the next turn works', async () => {
    const { answer, asked } = hangingAnswer();
    const model = fakeModel(answer, says('next'));
    await withEngine({ model }, async (world) => {
      const turnId = await world.send('go');
      await asked;
      await world.engine.cancel(turnId);
      expect(await world.engine.attach(turnId)).toMatchObject({
        status: 'cancelled',
        error: { code: 'E_AGENT_CANCELLED' },
      });
      expect((await world.ask('next')).output).toBe('next');
    });
  });

  test('of a turn that waits its turn ends it unbegun; those around it are not touched', async () => {
    const slow = gatedTool('slow__one');
    const model = fakeModel(asks(call('a', 'slow__one')), says('first'), says('third'));
    await withEngine({ model, tools: [slow.tool] }, async (world) => {
      const first = await world.send('1');
      const second = await world.send('2');
      const third = await world.send('3');
      await slow.untilStarted();
      expect(await world.engine.cancel(second, 'not needed')).toBe(true);
      expect(await world.engine.attach(second)).toMatchObject({
        status: 'cancelled',
        steps: 0,
        toolCalls: [],
      });
      slow.open();
      expect((await world.engine.attach(first)).output).toBe('first');
      expect((await world.engine.attach(third)).output).toBe('third');
      expect(JSON.stringify(await world.conversation())).not.toContain('"content":"2"');
    });
  });

  test('of a turn handed in a moment ago ends it', async () => {
    const { answer } = hangingAnswer();
    const model = fakeModel((request, index) =>
      request.messages.at(-1)?.content === 'more' ? says('next') : answer(request, index),
    );
    await withEngine({ model }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.cancel(turnId);
      expect((await world.engine.attach(turnId)).status).toBe('cancelled');
      expect((await world.ask('more')).status).toBe('completed');
    });
  });

  test('twice is once; of an ended or unknown turn it is false', async () => {
    const slow = gatedTool('slow__one');
    const model = fakeModel(asks(call('a', 'slow__one')), says('next'));
    await withEngine({ model, tools: [slow.tool] }, async (world) => {
      const turnId = await world.send('go');
      await slow.untilStarted();
      const both = await Promise.all([
        world.engine.cancel(turnId, 'one'),
        world.engine.cancel(turnId, 'two'),
      ]);
      expect(both).toEqual([true, true]);
      expect((await world.engine.attach(turnId)).error?.message).toBe('one');
      expect(await world.engine.cancel(turnId)).toBe(false);
      expect(await world.engine.cancel('no-such-turn')).toBe(false);
      expect(world.events('turn.cancelled')).toHaveLength(1);
    });
  });

  test('enters no further step: its middleware has no more say', async () => {
    const slow = gatedTool('slow__one');
    const entered: number[] = [];
    const extensions = {
      eager: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', (context) => {
          entered.push(context.stepIndex);
          if (context.stepIndex === 0) return context.next();
          return { text: 'I answer all the same', toolCalls: [], toolResults: [] };
        });
      },
    };
    const model = fakeModel(asks(call('a', 'slow__one')), says('next'));
    await withEngine({ model, tools: [slow.tool], extensions }, async (world) => {
      const turnId = await world.send('go');
      await slow.untilStarted();
      await world.engine.cancel(turnId);
      expect((await world.engine.attach(turnId)).status).toBe('cancelled');
      expect(entered).toEqual([0]);
    });
  });

  test('is not undone by middleware that makes an answer of every failure', async () => {
    const { answer, asked } = hangingAnswer();
    const extensions = {
      rescuer: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          await context.next();
          return { turnId: context.turnId, status: 'completed', output: 'all is well' };
        });
        pipeline.register('step', (context) =>
          context.next().catch(() => ({ text: 'all is well', toolCalls: [], toolResults: [] })),
        );
      },
    };
    await withEngine({ model: fakeModel(answer), extensions }, async (world) => {
      const turnId = await world.send('go');
      await asked;
      await world.engine.cancel(turnId, 'enough');
      expect(await world.engine.attach(turnId)).toMatchObject({
        status: 'cancelled',
        error: { code: 'E_AGENT_CANCELLED', message: 'enough' },
      });
    });
  });

  test('while toolCall middleware keeps a call waiting ends it as well', async () => {
    const waiting = Promise.withResolvers<void>();
    const extensions = {
      keeper: ({ pipeline }: ExtensionApi) => {
        pipeline.register('toolCall', () => {
          waiting.resolve();
          return new Promise(() => {});
        });
      },
    };
    const slow = gatedTool('slow__one');
    const model = fakeModel(asks(call('a', 'slow__one')), says('next'));
    await withEngine({ model, tools: [slow.tool], extensions }, async (world) => {
      const turnId = await world.send('go');
      await waiting.promise;
      await world.engine.cancel(turnId);
      const outcome = await world.engine.attach(turnId);
      expect(outcome.status).toBe('cancelled');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_CANCELLED');
      expect(slow.started).toEqual([]);
      expect(conversationProblem(await world.conversation())).toBeUndefined();
    });
  });

  test('of one instance leaves the others alone', async () => {
    const slow = gatedTool('slow__one');
    const model = fakeModel(({ messages }) =>
      messages.length === 1 ? asks(call('a', 'slow__one')) : says('fine'),
    );
    await withEngine({ model, tools: [slow.tool] }, async (world) => {
      const left = await world.send('go', 'left');
      const right = await world.send('go', 'right');
      await slow.untilStarted(2);
      await world.engine.cancel(left);
      expect((await world.engine.attach(left)).status).toBe('cancelled');
      slow.open();
      expect(await world.engine.attach(right)).toMatchObject({ status: 'completed', output: 'fine' });
    });
  });
});
