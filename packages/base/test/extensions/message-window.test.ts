import { describe, expect, test } from 'bun:test';
import type { JsonObject, Message, ToolDefinition } from '@goondan/core';
import * as fc from 'fast-check';
import { messageWindow } from '../../extensions/message-window/index.ts';
import { windowOf, type WindowLimits } from '../../extensions/message-window/window-of.ts';
import { inFolder, openConversation, withConversation, type Parts } from './support/a-conversation.ts';
import { asks, conversationProblem, modelOf, outline, says } from './support/a-model.ts';
import { conversationOf, type Turn } from './support/messages.ts';

const echo: ToolDefinition = { name: 'lab__echo', handler: (_ctx, input) => input };

function windowed(config: JsonObject, model: Parts['model']): Parts {
  return { model, tools: [echo], extensions: [{ module: messageWindow, config }] };
}

describe('Extension/message-window', () => {
  test('sends the end of the conversation; what is on record stays whole', async () => {
    await inFolder(async (stateRoot) => {
      const model = modelOf((_request, index) => says(`answer ${index}`));
      const first = await openConversation(windowed({ maxMessages: 4 }, model), stateRoot);
      for (let turn = 0; turn < 6; turn += 1) await first.ask(`question ${turn}`);
      await first.stop();
      const sizes = model.requests.map(({ messages }) => messages.length);
      expect(Math.max(...sizes)).toBe(4 - 1);
      expect(outline(model.requests.at(-1)?.messages ?? [])).toEqual([
        'user: question 4',
        'assistant: answer 4',
        'user: question 5',
      ]);
      // Without the window everything is still there.
      const whole = modelOf(says('all of it'));
      const second = await openConversation({ model: whole, extensions: [] }, stateRoot);
      await second.ask('and now?');
      await second.stop();
      expect(whole.requests[0]?.messages).toHaveLength(13);
    });
  });

  test('in a turn of many steps the question is always sent, and calls stay with their results', async () => {
    const model = modelOf(
      ...Array.from({ length: 9 }, () => asks(['lab__echo', {}], ['lab__echo', {}])),
      says('done'),
    );
    await withConversation(windowed({ maxMessages: 5 }, model), async ({ ask }) => {
      expect((await ask('the question')).status).toBe('completed');
      for (const { messages } of model.requests) {
        expect(messages.length).toBeLessThanOrEqual(5);
        expect(outline(messages)[0]).toBe('user: the question');
        expect(conversationProblem(messages)).toBeUndefined();
      }
    });
  });

  test('without any limit there is one of 50 messages', async () => {
    const model = modelOf(says('yes'));
    await withConversation(windowed({}, model), async ({ ask }) => {
      for (let turn = 0; turn < 40; turn += 1) await ask(`q${turn}`);
      expect(Math.max(...model.requests.map(({ messages }) => messages.length))).toBeLessThanOrEqual(50);
      expect(Math.max(...model.requests.map(({ messages }) => messages.length))).toBeGreaterThan(40);
    });
  });
});

describe('the window', () => {
  const talk = (count: number): Message[] =>
    conversationOf(
      Array.from({ length: count }, (_, index) => ({
        question: `q${index}`,
        calls: [],
        answer: `a${index}`,
      })),
    );
  const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

  test('keeps the first message where that is asked for, and system messages always', () => {
    const system: Message = { ...message('sys'), data: { role: 'system', content: 'rules' } };
    const messages = [system, ...talk(10)];
    expect(ids(windowOf(messages, { maxMessages: 4 }))[0]).toBe('sys');
    expect(ids(windowOf(talk(10), { maxMessages: 4, keepFirst: true }))[0]).toBe('q0');
    expect(ids(windowOf(talk(10), { maxMessages: 4 }))[0]).not.toBe('q0');
  });

  test('counts characters and tokens, Korean by its bytes; of several limits the smallest holds', () => {
    const messages = conversationOf(
      Array.from({ length: 8 }, (_, index) => ({
        question: '질문입니다'.repeat(4),
        calls: [],
        answer: `a${index}`,
      })),
    );
    const characters = windowOf(messages, { maxCharacters: 200 });
    const tokens = windowOf(messages, { maxTokens: 50 });
    expect(characters.length).toBeLessThan(messages.length);
    expect(tokens.length).toBeLessThan(characters.length);
    expect(ids(windowOf(messages, { maxCharacters: 200, maxTokens: 50 }))).toEqual(ids(tokens));
  });

  test('begins where it began before for most steps: prompt caches hold', () => {
    const starts = Array.from(
      { length: 40 },
      (_, count) => ids(windowOf(talk(count + 20), { maxMessages: 40 }))[0],
    );
    expect(new Set(starts).size).toBeLessThan(12);
  });

  test('whatever the conversation and the limits: within them, a conversation any provider takes, in order, the question in it', () => {
    const turn: fc.Arbitrary<Turn> = fc.record({
      question: fc.string({ maxLength: 30 }),
      calls: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
      answer: fc.string({ maxLength: 30 }),
    });
    const limits = fc.record<WindowLimits>(
      {
        maxMessages: fc.integer({ min: 1, max: 30 }),
        maxTokens: fc.integer({ min: 1, max: 200 }),
        maxCharacters: fc.integer({ min: 1, max: 300 }),
        keepFirst: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        limits,
        (turns, isOpen, given) => {
          const messages = conversationOf(turns).slice(0, isOpen ? -1 : undefined);
          const shown = windowOf(messages, given);
          const positions = shown.map((each) => messages.indexOf(each));
          expect(positions).toEqual(positions.toSorted((left, right) => left - right));
          expect(conversationProblem(shown.map(({ data }) => data))).toBeUndefined();
          expect(ids(shown)).toContain(messages.findLast(({ data }) => data.role === 'user')?.id ?? '');
          expect(shown.at(-1)?.id).toBe(messages.at(-1)?.id ?? '');
          if (Object.keys(given).every((key) => key === 'keepFirst')) expect(shown).toEqual(messages);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function message(id: string): Message {
  return {
    id,
    data: { role: 'user', content: id },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'user' },
  };
}
