import { describe, expect, test } from 'bun:test';
import { parseJson } from '@goondan/core';
import { conversationProblem, resultIds, resultOutputs } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

describe('what a model gets wrong', () => {
  test('SPEC §5: ids that it repeats or leaves empty are made unique within the turn', async () => {
    const model = fakeModel(
      asks(
        call('x', 'echo__say', { n: 1 }),
        call('x', 'echo__say', { n: 2 }),
        call('', 'echo__say', { n: 3 }),
      ),
      asks(
        call('x', 'echo__say', { n: 4 }),
        call('x-2', 'echo__say', { n: 5 }),
        call('', 'echo__say', { n: 6 }),
      ),
      says('done'),
      asks(call('x', 'echo__say', { n: 7 })),
      says('done again'),
    );
    await withEngine({ model, tools: [echo] }, async (world) => {
      const { status, toolCalls } = await world.ask('go');
      expect(status).toBe('completed');
      expect(toolCalls.map(({ result }) => result.output)).toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ n })));
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(6);
      expect(toolCalls.every(({ id, result }) => id === result.toolCallId && id !== '')).toBe(true);
      expect((await world.ask('again')).output).toBe('done again');
    });
  });

  const names = [
    'no__such',
    'echo__sai',
    'with a space',
    'x'.repeat(200),
    '계산기__더하기',
    '',
    '__',
    'a\nb\0c',
    '🙂',
  ];
  test.each(names)('a tool called %j is an error the model reads, and the turn goes on', async (name) => {
    const model = fakeModel(asks(call('a', name), call('b', 'echo__say')), says('done'), says('next'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'done' });
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_NOT_IN_CATALOG');
      expect(outcome.toolCalls[1]?.result.status).toBe('ok');
      const written = JSON.stringify(await world.conversation());
      for (const [, toolName] of written.matchAll(/"toolName":"([^"]*)"/g))
        expect(toolName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect((await world.ask('next')).output).toBe('next');
    });
  });

  test('a near name is suggested', async () => {
    const model = fakeModel(asks(call('a', 'echo__sai')), says('done'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      const { toolCalls } = await world.ask('go');
      expect(toolCalls[0]?.result.error?.suggestion).toContain('echo__say');
    });
  });

  test('arguments that could not be read, or are no object, are E_TOOL_INVALID_ARGS and nothing runs', async () => {
    let starts = 0;
    const tool = { ...echo, handler: () => (starts += 1) };
    const model = fakeModel(
      asks(
        { id: 'a', name: 'echo__say', input: '{"a": ', malformed: 'unexpected end' },
        call('b', 'echo__say', [1, 2]),
        call('c', 'echo__say', 7),
        call('d', 'echo__say', null),
        call('e', 'echo__say', 'text'),
        call('f', 'echo__say', true),
      ),
      says('done'),
      says('next'),
    );
    await withEngine({ model, tools: [tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.status).toBe('completed');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual(
        Array.from({ length: 6 }, () => 'E_TOOL_INVALID_ARGS'),
      );
      expect(outcome.toolCalls[0]?.result.error?.message).toContain('unexpected end');
      expect(starts).toBe(0);
      expect(resultIds(await world.conversation())).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect((await world.ask('next')).output).toBe('next');
    });
  });

  test('arguments that do not fit the schema say where, and a second try can succeed', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const model = fakeModel(
      asks(call('a', 'echo__say', { n: 'seven' })),
      asks(call('b', 'echo__say', { n: 7 })),
      says('done'),
    );
    await withEngine({ model, tools: [{ ...echo, parameters }] }, async (world) => {
      const { toolCalls } = await world.ask('go');
      expect(toolCalls[0]?.result.error).toMatchObject({ code: 'E_TOOL_INVALID_ARGS' });
      expect(toolCalls[0]?.result.error?.message).toContain('/n must be number');
      expect(toolCalls[1]?.result.output).toEqual({ n: 7 });
      expect(resultOutputs(model.requests[1]?.messages ?? [])[0]).toMatchObject({
        type: 'error-json',
        value: { status: 'error', error: { code: 'E_TOOL_INVALID_ARGS' } },
      });
    });
  });

  test('Korean, emoji, `__proto__` and lone surrogates come through as they are', async () => {
    const input = parseJson('{"이름":"군단 🪖","__proto__":{"a":1},"half":"\\ud83e"}');
    const model = fakeModel(asks({ id: 'a', name: 'echo__say', input }), says('끝 🎉'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      const outcome = await world.ask('시작');
      expect(outcome.output).toBe('끝 🎉');
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect(outcome.toolCalls).toHaveLength(1);
    });
  });
});
