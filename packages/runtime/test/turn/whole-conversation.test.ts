import { describe, expect, test } from 'bun:test';
import type { CoreMessage, ExtensionApi, MessageEvent, StepMiddleware } from '@goondan/core';
import { wholeConversation } from '../../src/turn/whole-conversation.ts';
import { conversationProblem, outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

const user = (content: string): CoreMessage => ({ role: 'user', content });
const asked = (...ids: readonly string[]): CoreMessage => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'a__b', input: {} })),
});
const answered = (...ids: readonly string[]): CoreMessage => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'a__b',
    output: { type: 'text', value: `of ${toolCallId}` },
  })),
});

describe('SPEC §12: a conversation as providers take it', () => {
  test('is the very same list where nothing is wrong', () => {
    const messages = [user('go'), asked('1', '2'), answered('2'), answered('1'), user('more')];
    expect(wholeConversation(messages)).toBe(messages);
    expect(wholeConversation([])).toEqual([]);
  });

  const broken: [string, CoreMessage[], string[]][] = [
    ['a result without its call', [answered('1'), user('go')], ['user go']],
    ['a call without its result', [user('go'), asked('1')], ['user go', 'assistant →1', 'tool 1']],
    [
      'one of two results missing',
      [asked('1', '2'), answered('2'), user('go')],
      ['assistant →1 →2', 'tool 1 2', 'user go'],
    ],
    [
      'something said in between',
      [asked('1'), user('wait'), answered('1')],
      ['assistant →1', 'tool 1', 'user wait'],
    ],
    ['a result told twice', [asked('1'), answered('1'), answered('1')], ['assistant →1', 'tool 1']],
    [
      'the same id in two turns, the first result missing',
      [asked('1'), user('go'), asked('1'), answered('1')],
      ['assistant →1', 'tool 1', 'user go', 'assistant →1', 'tool 1'],
    ],
  ];
  test.each(broken)('%s is mended', (_what, messages, expected) => {
    expect(conversationProblem(messages)).toBeString();
    const whole = wholeConversation(messages);
    expect(outline(whole)).toEqual(expected);
    expect(conversationProblem(whole)).toBeUndefined();
  });

  test('a result that is there is kept, one that is lost is said to be', () => {
    const text = JSON.stringify(wholeConversation([asked('1', '2'), answered('2')]));
    expect(text).toContain('of 2');
    expect(text).toContain('no longer part of the conversation');
  });

  const clumsy: [string, (ids: readonly string[]) => string[]][] = [
    ['the message with the call', (ids) => ids.filter((id) => id.endsWith('/assistant')).slice(0, 1)],
    ['the result', (ids) => ids.filter((id) => /\/c\d$/.test(id))],
    ['all but the last message', (ids) => ids.slice(0, -1)],
  ];
  test.each(clumsy)('an extension that takes away %s does not brick it', async (_what, chosen) => {
    const middleware: StepMiddleware = (context) => {
      const ids = context.conversationState.messages.map(({ id }) => id);
      const events = chosen(ids).map((targetId): MessageEvent => ({ type: 'remove', targetId }));
      for (const event of events) context.emitMessageEvent(event);
      return context.next();
    };
    const extensions = { clumsy: ({ pipeline }: ExtensionApi) => void pipeline.register('step', middleware) };
    const model = fakeModel(asks(call('a', 'echo__say')), says('one'), says('two'));
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'one' });
      expect(await world.ask('more')).toMatchObject({ status: 'completed', output: 'two' });
    });
  });

  test('a message put between a call and its result while the tool runs does not brick it', async () => {
    const extensions = {
      chatty: ({ pipeline }: ExtensionApi) => {
        let emit: ((event: MessageEvent) => void) | undefined;
        pipeline.register('step', (context) => {
          emit = (event) => context.emitMessageEvent(event);
          return context.next();
        });
        pipeline.register('toolCall', (context) => {
          emit?.({
            type: 'append',
            message: {
              id: `note-${context.toolCallId}`,
              data: user('a note'),
              metadata: {},
              createdAt: new Date(0),
              source: { type: 'extension', extensionName: 'chatty' },
            },
          });
          return context.next();
        });
      },
    };
    const model = fakeModel(asks(call('a', 'echo__say')), says('one'), says('two'));
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      expect((await world.ask('go')).output).toBe('one');
      expect((await world.ask('more')).output).toBe('two');
      expect(outline(model.requests[1]?.messages ?? [])).toEqual([
        'user go',
        'assistant →a',
        'tool a',
        'user a note',
      ]);
    });
  });
});
