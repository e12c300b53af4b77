import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, Message, MessageEvent, StepMiddleware, TurnMiddleware } from '@goondan/core';
import { outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says, type FakeModel } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { echo } from './support/tools.ts';
import { inStateRoot, withEngine, World } from './support/world.ts';

function message(id: string, text: string): Message {
  return {
    id,
    data: { role: 'user', content: text },
    metadata: { note: '메모' },
    createdAt: new Date('2026-01-01T00:00:00Z'),
    source: { type: 'extension', extensionName: 'test' },
  };
}

function stepExtension(middleware: StepMiddleware) {
  return { test: ({ pipeline }: ExtensionApi) => void pipeline.register('step', middleware) };
}

function turnExtension(middleware: TurnMiddleware) {
  return { test: ({ pipeline }: ExtensionApi) => void pipeline.register('turn', middleware) };
}

function asked({ requests }: FakeModel): string[][] {
  return requests.map(({ messages }) => outline(messages));
}

describe('emitMessageEvent', () => {
  test('append: of a step, is seen by the model in that step and kept for later turns', async () => {
    const extensions = stepExtension((context) => {
      if (context.turn.inputEvent.input === 'one')
        context.emitMessageEvent({ type: 'append', message: message('m1', 'by the way') });
      return context.next();
    });
    const model = fakeModel(says('1'), says('2'));
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('one');
      await world.ask('two');
      expect(asked(model)).toEqual([
        ['user one', 'user by the way'],
        ['user one', 'user by the way', 'assistant 1', 'user two'],
      ]);
      expect((await world.messages())[1]).toEqual(message('m1', 'by the way'));
    });
  });

  test('append: of a turn, before and after next()', async () => {
    const extensions = turnExtension(async (context) => {
      context.emitMessageEvent({ type: 'append', message: message(`${context.turnId}/a`, 'before') });
      const result = await context.next();
      context.emitMessageEvent({ type: 'append', message: message(`${context.turnId}/b`, 'after') });
      return result;
    });
    const model = fakeModel(says('1'), says('2'));
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('one');
      await world.ask('two');
      expect(asked(model)[1]).toEqual([
        'user one',
        'user before',
        'assistant 1',
        'user after',
        'user two',
        'user before',
      ]);
    });
  });

  test('replace, remove and truncate: seen at once by the layers inside, the model, and later turns', async () => {
    const seen: string[][] = [];
    const extensions = {
      changer: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', (context) => {
          const [first] = context.conversationState.messages;
          const target = { targetId: first?.id ?? '' };
          const input = context.turn.inputEvent.input;
          if (input === 'two')
            context.emitMessageEvent({ type: 'replace', ...target, message: message('r', 'new') });
          if (input === 'three') context.emitMessageEvent({ type: 'remove', ...target });
          if (input === 'four') {
            context.emitMessageEvent({ type: 'truncate' });
            context.emitMessageEvent({ type: 'append', message: message('s', 'summary') });
          }
          return context.next();
        });
        pipeline.register('step', (context) => {
          seen.push(outline(context.conversationState.messages.map(({ data }) => data)));
          return context.next();
        });
      },
    };
    const model = fakeModel(says('1'), says('2'), says('3'), says('4'), says('5'));
    await withEngine({ model, extensions }, async (world) => {
      for (const input of ['one', 'two', 'three', 'four', 'five']) await world.ask(input);
      const expected = [
        ['user one'],
        ['user new', 'assistant 1', 'user two'],
        ['assistant 1', 'user two', 'assistant 2', 'user three'],
        ['user summary'],
        ['user summary', 'assistant 4', 'user five'],
      ];
      expect(asked(model)).toEqual(expected);
      expect(seen).toEqual(expected);
    });
  });

  test('events on messages that are not there change nothing', async () => {
    const extensions = stepExtension((context) => {
      context.emitMessageEvent({ type: 'remove', targetId: 'nobody' });
      context.emitMessageEvent({ type: 'replace', targetId: 'nobody', message: message('x', 'x') });
      return context.next();
    });
    const model = fakeModel(says('1'));
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('one');
      expect(asked(model)).toEqual([['user one']]);
    });
  });

  test('after next(), of a step with calls: comes behind the results', async () => {
    const extensions = stepExtension(async (context) => {
      const result = await context.next();
      if (context.stepIndex === 0)
        context.emitMessageEvent({ type: 'append', message: message('hint', 'look again') });
      return result;
    });
    const model = fakeModel(asks(call('a', 'echo__say')), says('done'));
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      await world.ask('go');
      expect(asked(model)[1]).toEqual(['user go', 'assistant →a', 'tool a', 'user look again']);
    });
  });

  test('files in messages survive a restart in a form models take', async () => {
    const withFile: Message = {
      ...message('f', ''),
      data: {
        role: 'user',
        content: [
          { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
          { type: 'file', mediaType: 'image/png', data: new URL('https://example.com/a.png') },
        ],
      },
    };
    const extensions = stepExtension((context) => {
      if (context.turn.inputEvent.input === 'one')
        context.emitMessageEvent({ type: 'append', message: withFile });
      return context.next();
    });
    await inStateRoot(async (stateRoot) => {
      const first = await World.open({ model: fakeModel(says('1')), extensions }, { stateRoot });
      await first.ask('one');
      await first.stop();
      const model = fakeModel(says('2'));
      const second = await World.open({ model, extensions }, { stateRoot });
      await second.ask('two');
      await second.stop();
      expect(model.requests[0]?.messages[1]?.content).toEqual([
        { type: 'file', mediaType: 'image/png', data: 'AQID' },
        { type: 'file', mediaType: 'image/png', data: 'https://example.com/a.png' },
      ]);
    });
  });

  const good = message('x', 'x');
  const garbage: [string, unknown][] = [
    ['nothing', undefined],
    ['an unknown type', { type: 'shuffle' }],
    ['a message without an id', { type: 'append', message: { ...good, id: undefined } }],
    ['a message without a source', { type: 'append', message: { ...good, source: undefined } }],
    ['a message without metadata', { type: 'append', message: { ...good, metadata: undefined } }],
    ['a date that is none', { type: 'append', message: { ...good, createdAt: new Date('never') } }],
    ['data that is no message', { type: 'append', message: { ...good, data: { role: 'user' } } }],
    ['no message', { type: 'append' }],
    ['no target', { type: 'remove' }],
  ];
  test.each(garbage)(
    'given %s fails the turn as the fault of its extension, and costs the instance nothing',
    async (_what, event) => {
      for (const kind of ['step', 'turn'] as const) {
        let isOn = false;
        const emit = (context: { emitMessageEvent(event: MessageEvent): void }): void => {
          if (isOn) context.emitMessageEvent(anything<MessageEvent>(event));
        };
        const extensions =
          kind === 'step'
            ? stepExtension((context) => {
                emit(context);
                return context.next();
              })
            : turnExtension((context) => {
                emit(context);
                return context.next();
              });
        const model = fakeModel(says('1'), says('3'));
        await withEngine({ model, extensions }, async (world) => {
          await world.ask('one');
          isOn = true;
          expect(await world.ask('two')).toMatchObject({
            status: 'failed',
            error: { code: 'E_EXTENSION_MIDDLEWARE' },
          });
          isOn = false;
          expect((await world.ask('three')).status).toBe('completed');
          expect(asked(model)[1]).toEqual(['user one', 'assistant 1', 'user two', 'user three']);
        });
      }
    },
  );

  test('metadata that is no JSON does not stall the instance', async () => {
    const extensions = stepExtension((context) => {
      const metadata = anything<Message['metadata']>({ big: 10n, at: new Date(0) });
      context.emitMessageEvent({ type: 'append', message: { ...good, metadata } });
      return context.next();
    });
    await withEngine({ extensions }, async (world) => {
      expect((await world.ask('one')).status).toBe('completed');
      expect((await world.ask('two')).status).toBe('completed');
    });
  });
});
