import { describe, expect, test } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import type { CoreMessage, ExtensionApi } from '@goondan/core';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { rejectionOf } from '../model/ask.ts';
import { conversationProblem, outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, hangingAnswer, says } from './support/fake-model.ts';
import { echo, gatedTool } from './support/tools.ts';
import { inStateRoot, withEngine, World } from './support/world.ts';
import { textOf } from './support/text-of.ts';

/** Says again what it was asked last. */
const parrot = () => fakeModel(({ messages }) => says(`re ${lastText(messages)}`));

function lastText(messages: readonly CoreMessage[]): string {
  const content = messages.at(-1)?.content;
  return typeof content === 'string' ? content : '';
}

describe('the turns of an instance', () => {
  test('run one after the other, first in first out, even when handed in at once', async () => {
    let running = 0;
    const order: string[] = [];
    const extensions = {
      watcher: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          running += 1;
          expect(running).toBe(1);
          order.push(textOf(context.inputEvent.input));
          const result = await context.next();
          running -= 1;
          return result;
        });
      },
    };
    await withEngine({ model: parrot(), extensions }, async (world) => {
      const inputs = Array.from({ length: 30 }, (_, index) => `n${index}`);
      const outcomes = await Promise.all(inputs.map((input) => world.ask(input)));
      expect(order).toEqual(inputs);
      expect(outcomes.map(({ output }) => output)).toEqual(inputs.map((input) => `re ${input}`));
      expect(outline(await world.conversation())).toEqual(
        inputs.flatMap((input) => [`user ${input}`, `assistant re ${input}`]),
      );
    });
  });

  test('wait while one of them is busy; other instances go on', async () => {
    const slow = gatedTool('slow__one');
    const model = fakeModel(({ messages }) =>
      lastText(messages) === 'slow' ? asks(call('a', 'slow__one')) : says('done'),
    );
    await withEngine({ model, tools: [slow.tool] }, async (world) => {
      const busy = await world.send('slow', 'busy');
      const waiting = await world.send('quick', 'busy');
      await slow.untilStarted();
      expect((await world.ask('quick', 'free')).output).toBe('done');
      expect((await world.engine.openTurns()).map(({ turnId, isBegun }) => [turnId, isBegun])).toEqual([
        [busy, true],
        [waiting, false],
      ]);
      slow.open();
      expect((await world.engine.attach(waiting)).status).toBe('completed');
      expect(await world.engine.openTurns()).toEqual([]);
    });
  });

  test('100 instances of 10 turns each: every one is handled once, in order', async () => {
    const model = parrot();
    await withEngine({ model }, async (world) => {
      const keys = Array.from({ length: 100 }, (_, index) => `손님-${index}`);
      const turns = Array.from({ length: 10 }, (_, index) => `t${index}`);
      await Promise.all(turns.flatMap((input) => keys.map((key) => world.ask(`${key} ${input}`, key))));
      expect(model.requests).toHaveLength(1000);
      for (const key of keys) {
        expect(outline(await world.conversation(key))).toEqual(
          turns.flatMap((input) => [`user ${key} ${input}`, `assistant re ${key} ${input}`]),
        );
      }
    });
  }, 120_000);

  test('the same event handed in again, at once, later or after a restart, is the same turn', async () => {
    await inStateRoot(async (stateRoot) => {
      const event = inputEvent('go');
      const model = parrot();
      const first = await World.open({ model }, { stateRoot });
      const ids = await Promise.all([first.send(event), first.send(event), first.send(event)]);
      expect(new Set(ids).size).toBe(1);
      const outcome = await first.engine.request(first.to(), event);
      await first.stop();
      const second = await World.open({ model }, { stateRoot });
      expect(await second.engine.request(second.to(), event)).toEqual(outcome);
      expect(await second.engine.attach(outcome.turnId)).toEqual(outcome);
      // Another instance is another turn.
      expect((await second.engine.request(second.to('other'), event)).turnId).not.toBe(outcome.turnId);
      await second.stop();
      expect(model.requests).toHaveLength(2);
    });
  });

  test('an unknown turn is E_AGENT_TURN_NOT_FOUND, an unknown agent E_AGENT_NOT_FOUND', async () => {
    await withEngine({ name: 'helper' }, async (world) => {
      expect(await rejectionOf(world.engine.attach('nope'))).toMatchObject({
        code: 'E_AGENT_TURN_NOT_FOUND',
      });
      expect(
        await rejectionOf(world.engine.send({ agent: 'helpr', instanceKey: 'k' }, inputEvent('x'))),
      ).toMatchObject({ code: 'E_AGENT_NOT_FOUND', suggestion: "Did you mean 'helper'?" });
    });
  });

  test('a request that is given up on goes on all the same', async () => {
    const slow = gatedTool('slow__one');
    const model = fakeModel(asks(call('a', 'slow__one')), says('done'));
    await withEngine({ model, tools: [slow.tool] }, async (world) => {
      const event = inputEvent('go');
      expect(await rejectionOf(world.engine.request(world.to(), event, { timeoutMs: 1 }))).toMatchObject({
        code: 'E_AGENT_TIMEOUT',
      });
      slow.open();
      expect((await world.engine.request(world.to(), event)).output).toBe('done');
    });
  });

  test('a turn that fails leaves the next ones as they were', async () => {
    const model = fakeModel(says('1'), () => Promise.reject(new Error('down')), says('3'));
    await withEngine({ model }, async (world) => {
      const outcomes = await Promise.all(['a', 'b', 'c'].map((input) => world.ask(input)));
      expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
      expect(outline(await world.conversation())).toEqual([
        'user a',
        'assistant 1',
        'user b',
        'user c',
        'assistant 3',
      ]);
    });
  });
});

describe('the conversation of an instance', () => {
  test('stays the same through 200 turns, however often it is written down anew, and through restarts', async () => {
    await inStateRoot(async (stateRoot) => {
      const expected: string[] = [];
      const model = fakeModel(({ messages }) => {
        const text = lastText(messages);
        return messages.at(-1)?.role === 'user' && text.endsWith('0')
          ? asks(call('c', 'echo__say', { text }))
          : says(`re ${messages.length}`);
      });
      for (let life = 0; life < 4; life += 1) {
        const world = await World.open({ model, tools: [echo] }, { stateRoot });
        for (let index = life * 50; index < (life + 1) * 50; index += 1) {
          const length = expected.length + 1;
          expected.push(`user n${index}`);
          // The model repeats its id: in the conversation each call has one of its own.
          const id = index === 0 ? 'c' : `c-${index / 10 + 1}`;
          if (index % 10 === 0) expected.push(`assistant →${id}`, `tool ${id}`, `assistant re ${length + 2}`);
          else expected.push(`assistant re ${length}`);
          expect((await world.ask(`n${index}`)).status).toBe('completed');
        }
        const messages = await world.conversation();
        expect(outline(messages)).toEqual(expected);
        expect(conversationProblem(messages)).toBeUndefined();
        await world.stop();
      }
      expect(outline(model.requests.at(-1)?.messages ?? [])).toEqual(expected.slice(0, -1));
    });
  }, 120_000);

  test('a message of long ago can still be replaced once it has been written down anew', async () => {
    const extensions = {
      editor: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', (context) => {
          const [first] = context.conversationState.messages;
          if (context.inputEvent.input === 'edit' && first !== undefined)
            context.emitMessageEvent({ type: 'remove', targetId: first.id });
          return context.next();
        });
      },
    };
    await withEngine({ model: fakeModel(says('ok')), extensions }, async (world) => {
      for (let index = 0; index < 70; index += 1) await world.ask(`n${index}`);
      await world.ask('edit');
      const messages = outline(await world.conversation());
      expect(messages.slice(0, 2)).toEqual(['assistant ok', 'user n1']);
      expect(messages).toHaveLength(71 * 2 - 1);
    });
  });
});

describe('a restart', () => {
  localTest(
    'leaves begun and waiting turns open; nothing begins before it is resumed, then all of it in order',
    async () => {
      await inStateRoot(async (stateRoot) => {
        const { answer, asked } = hangingAnswer();
        const first = await World.open({ model: fakeModel(answer) }, { stateRoot });
        const begun = await first.send('one');
        await asked;
        const waiting = await first.send('two');
        await first.stop();

        const model = parrot();
        const second = await World.open({ model }, { stateRoot });
        expect((await second.engine.openTurns()).map(({ turnId }) => turnId)).toEqual([begun, waiting]);
        expect(model.requests).toHaveLength(0);
        const outcomes = [second.engine.attach(begun), second.engine.attach(waiting)];
        expect((await second.engine.resume()).map(({ turnId }) => turnId)).toEqual([begun, waiting]);
        expect((await Promise.all(outcomes)).map(({ output }) => output)).toEqual(['re one', 're two']);
        await second.stop();
      });
    },
  );

  test('an event for an instance takes up what is open of it first', async () => {
    await inStateRoot(async (stateRoot) => {
      const { answer, asked } = hangingAnswer();
      const first = await World.open({ model: fakeModel(answer) }, { stateRoot });
      await first.send('one');
      await asked;
      await first.stop();
      const model = parrot();
      const second = await World.open({ model }, { stateRoot });
      expect((await second.ask('two')).output).toBe('re two');
      expect(outline(await second.conversation())).toEqual([
        'user one',
        'assistant re one',
        'user two',
        'assistant re two',
      ]);
      await second.stop();
    });
  });

  localTest('a turn cancelled in one life ends cancelled in the next, with what it had done', async () => {
    await inStateRoot(async (stateRoot) => {
      const slow = gatedTool('slow__one');
      const { answer } = hangingAnswer();
      const first = await World.open(
        {
          model: fakeModel(asks(call('a', 'echo__say'), call('b', 'slow__one')), answer),
          tools: [echo, slow.tool],
        },
        { stateRoot },
      );
      const turnId = await first.send('one');
      await slow.untilStarted();
      await first.until('tool.completed');
      await first.stop();
      const second = await World.open(
        { model: fakeModel(says('never')), tools: [echo, slow.tool] },
        { stateRoot },
      );
      await second.engine.cancel(turnId, 'enough');
      const outcome = await second.engine.attach(turnId);
      expect(outcome).toMatchObject({ status: 'cancelled', error: { message: 'enough' } });
      expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.status)).toEqual([
        'ok',
        'E_TOOL_CANCELLED',
      ]);
      expect(conversationProblem(await second.conversation())).toBeUndefined();
      expect(slow.started).toHaveLength(1);
      await second.stop();
    });
  });
});
