import { describe, expect, test } from 'bun:test';
import { conversationProblem, outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

describe('a turn', () => {
  test('asks the model with the system prompt and the input, and answers what it says', async () => {
    const model = fakeModel(says('hello'));
    await withEngine({ model, instructions: 'Be kind. 친절하게 🙂' }, async (world) => {
      const outcome = await world.ask('안녕 👋');
      expect(outcome).toMatchObject({ status: 'completed', output: 'hello', steps: 1, toolCalls: [] });
      expect(model.requests[0]?.instructions).toBe('Be kind. 친절하게 🙂');
      expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: '안녕 👋' }]);
    });
  });

  test('sends no system prompt where there is none, and no tools where there are none', async () => {
    const model = fakeModel(says('hello'));
    await withEngine({ model }, async (world) => {
      await world.ask('hi');
      expect(model.requests[0]).not.toHaveProperty('instructions');
      expect(model.requests[0]?.tools).toEqual([]);
    });
  });

  test('shows the model an input that is no text as JSON', async () => {
    const model = fakeModel(says('ok'));
    await withEngine({ model }, async (world) => {
      await world.ask({ order: 7, 이름: '군단' });
      await world.ask(null, 'other');
      const [first, second] = model.requests.map(({ messages }) => messages[0]?.content);
      expect([first, second]).toEqual(['{"order":7,"이름":"군단"}', 'null']);
    });
  });

  test('PIPE-2: goes on until the model asks for nothing more, each call with one result of its own', async () => {
    const model = fakeModel(
      asks(call('a', 'echo__say', { n: 1 }), call('b', 'echo__say', { n: 2 })),
      asks(call('c', 'echo__say', { n: 3 })),
      says('three'),
    );
    await withEngine({ model, tools: [echo] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'three', steps: 3 });
      expect(outcome.toolCalls.map(({ id, result }) => [id, result.status, result.output])).toEqual([
        ['a', 'ok', { n: 1 }],
        ['b', 'ok', { n: 2 }],
        ['c', 'ok', { n: 3 }],
      ]);
      expect(outline(await world.conversation())).toEqual([
        'user go',
        'assistant →a →b',
        'tool a',
        'tool b',
        'assistant →c',
        'tool c',
        'assistant three',
      ]);
      const messages = await world.messages();
      expect(messages.map(({ source }) => source.type)).toEqual([
        'user',
        'assistant',
        'tool',
        'tool',
        'assistant',
        'tool',
        'assistant',
      ]);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    });
  });

  test('shows the model the whole conversation in the next turn', async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), says('first'), says('second'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      await world.ask('one');
      await world.ask('two');
      expect(outline(model.requests[2]?.messages ?? [])).toEqual([
        'user one',
        'assistant →a',
        'tool a',
        'assistant first',
        'user two',
      ]);
    });
  });

  test('sums up what all of its model calls took, thought and cached tokens as well', async () => {
    const used = {
      inputTokens: 7,
      outputTokens: 3,
      totalTokens: 10,
      reasoningTokens: 2,
      cachedInputTokens: 4,
    };
    const model = fakeModel(
      { ...asks(call('a', 'echo__say')), usage: used },
      asks(call('b', 'echo__say')),
      says('done', used),
    );
    await withEngine({ model, tools: [echo] }, async (world) => {
      const { usage } = await world.ask('go');
      expect(usage).toEqual({
        inputTokens: 24,
        outputTokens: 11,
        totalTokens: 35,
        reasoningTokens: 4,
        cachedInputTokens: 8,
      });
      expect(world.events('turn.completed')[0]?.usage).toEqual(usage);
    });
  });

  test('keeps words that come with calls in the conversation, and answers with those of the last step alone', async () => {
    const { parts, ...rest } = asks(call('a', 'echo__say'));
    const model = fakeModel(
      { ...rest, parts: [{ type: 'text', text: 'Let me look.' }, ...parts] },
      says('Done.'),
    );
    await withEngine({ model, tools: [echo] }, async (world) => {
      expect((await world.ask('go')).output).toBe('Done.');
      expect(outline(await world.conversation())).toContain('assistant Let me look. →a');
    });
  });
});

describe('limits of a turn (POL-1)', () => {
  test('maxStepsPerTurn ends it with E_AGENT_STEP_LIMIT, its conversation complete, and the next turn works', async () => {
    const model = fakeModel(
      ...['a', 'b', 'c'].map((id) => asks(call(id, 'echo__say', { id }))),
      says('again'),
    );
    const policy = { maxStepsPerTurn: 3 };
    await withEngine({ model, tools: [echo], policy }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'failed', steps: 3, error: { code: 'E_AGENT_STEP_LIMIT' } });
      expect(outcome.toolCalls.map(({ result }) => result.status)).toEqual(['ok', 'ok', 'ok']);
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect(await world.ask('and now?')).toMatchObject({ status: 'completed', output: 'again' });
    });
  });

  test('an answer in the last step that is allowed is an answer', async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), says('just in time'));
    await withEngine({ model, tools: [echo], policy: { maxStepsPerTurn: 2 } }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'just in time' });
    });
  });

  test('the token budget ends it with E_AGENT_BUDGET, its conversation complete, and the next turn has a budget of its own', async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), asks(call('b', 'echo__say')), says('fresh'));
    const policy = { budget: { maxTokens: 30 } };
    await withEngine({ model, tools: [echo], policy }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({
        status: 'failed',
        steps: 2,
        usage: { totalTokens: 30 },
        error: { code: 'E_AGENT_BUDGET' },
      });
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect(await world.ask('next')).toMatchObject({ status: 'completed', output: 'fresh' });
    });
  });

  test('a model that fails ends the turn with its code, and the next turn works', async () => {
    const model = fakeModel(
      asks(call('a', 'echo__say')),
      () => Promise.reject(new Error('socket fell off')),
      says('back'),
    );
    await withEngine({ model, tools: [echo] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'E_INTERNAL' }, steps: 1 });
      expect(world.events('step.failed')).toHaveLength(1);
      expect(await world.ask('still there?')).toMatchObject({ status: 'completed', output: 'back' });
    });
  });
});
