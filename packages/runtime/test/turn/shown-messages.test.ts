import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, Message, StepMiddleware } from '@goondan/core';
import { anything } from './support/anything.ts';
import { outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

/** An extension of one step middleware. */
function stepping(middleware: StepMiddleware) {
  return { stepping: ({ pipeline }: ExtensionApi) => void pipeline.register('step', middleware) };
}

function note(content: string): Message {
  return {
    id: `note ${content}`,
    data: { role: 'user', content },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'extension', extensionName: 'stepping' },
  };
}

describe('ctx.messages of a step', () => {
  test('what a layer leaves is what the model is sent; the conversation keeps everything', async () => {
    const model = fakeModel(says('one'), says('two'));
    const extensions = stepping((ctx) => {
      ctx.messages = [note('remember'), ...ctx.messages.slice(-1)];
      return ctx.next();
    });
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('first');
      await world.ask('second');
      expect(model.requests.map(({ messages }) => outline(messages))).toEqual([
        ['user remember', 'user first'],
        ['user remember', 'user second'],
      ]);
      expect(outline(await world.conversation())).toEqual([
        'user first',
        'assistant one',
        'user second',
        'assistant two',
      ]);
    });
  });

  test('a result whose call was left out is left out as well, and a call gets its result', async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), says('done'));
    const extensions = stepping((ctx) => {
      if (ctx.stepIndex === 1) ctx.messages = ctx.messages.filter(({ data }) => data.role !== 'assistant');
      return ctx.next();
    });
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(outline(model.requests[1]?.messages ?? [])).toEqual(['user go']);
    });
  });

  test.each([
    ['no list', 7],
    ['a list of something else', [null]],
    ['a message without a date', [{ ...note('x'), createdAt: 'today' }]],
  ])('%s is E_EXTENSION_MIDDLEWARE, and the instance goes on', async (_what, messages) => {
    let isWrong = true;
    const extensions = stepping((ctx) => {
      if (isWrong) ctx.messages = anything<Message[]>(messages);
      return ctx.next();
    });
    await withEngine({ model: fakeModel(says('fine')), extensions }, async (world) => {
      expect((await world.ask('go')).error?.code).toBe('E_EXTENSION_MIDDLEWARE');
      isWrong = false;
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'fine' });
    });
  });
});
