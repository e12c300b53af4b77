import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolDefinition } from '@goondan/core';
import { conversationProblem, resultIds, resultOutputs } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo, gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';

describe('the calls of a step', () => {
  test("PAR-1: run side by side, and their results keep the model's order however they end", async () => {
    const order: string[] = [];
    const waiting = new Map<string, () => void>();
    const rendezvous: ToolDefinition = {
      name: 'meet__all',
      handler: (_context, { id }) =>
        new Promise((resolve) => {
          const end = (): void => {
            order.push(String(id));
            resolve(`end of ${String(id)}`);
          };
          waiting.set(String(id), end);
          // Only when all are there does any end, the last one first.
          if (waiting.size === 4) for (const finish of [...waiting.values()].toReversed()) finish();
        }),
    };
    const ids = ['a', 'b', 'c', 'd'];
    const model = fakeModel(asks(...ids.map((id) => call(id, 'meet__all', { id }))), says('done'));
    await withEngine({ model, tools: [rendezvous] }, async (world) => {
      const outcome = await world.ask('go');
      expect(order).toEqual(['d', 'c', 'b', 'a']);
      expect(outcome.toolCalls.map(({ result }) => result.output)).toEqual(ids.map((id) => `end of ${id}`));
      expect(resultIds(await world.conversation())).toEqual(ids);
    });
  });

  test('PAR-1: no more of them than policy allows run at a time, and they start in order', async () => {
    for (const annotations of [{}, { readOnly: true }]) {
      let running = 0;
      let most = 0;
      const started: string[] = [];
      const counter: ToolDefinition = {
        name: 'count__up',
        annotations,
        async handler(_context, { id }) {
          started.push(String(id));
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return null;
        },
      };
      const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
      const model = fakeModel(asks(...ids.map((id) => call(id, 'count__up', { id }))), says('done'));
      const policy = { tools: { concurrency: 3 } };
      await withEngine({ model, tools: [counter], policy }, async (world) => {
        const outcome = await world.ask('go');
        expect(outcome.toolCalls).toHaveLength(20);
        expect(most).toBe(3);
        expect(started).toEqual(ids);
      });
    }
  });

  test('PAR-1: a sequential tool is a barrier: alone, after those before it and before those after it', async () => {
    const log: string[] = [];
    let running = 0;
    const noting = (name: string, sequential: boolean): ToolDefinition => ({
      name,
      annotations: { sequential },
      async handler(_context, { id }) {
        running += 1;
        if (sequential) expect(running).toBe(1);
        log.push(`${String(id)}+`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${String(id)}-`);
        running -= 1;
        return null;
      },
    });
    const model = fakeModel(
      asks(
        call('a', 'free__run', { id: 'a' }),
        call('b', 'alone__run', { id: 'b' }),
        call('c', 'free__run', { id: 'c' }),
        call('d', 'alone__run', { id: 'd' }),
      ),
      says('done'),
    );
    const tools = [noting('free__run', false), noting('alone__run', true)];
    await withEngine({ model, tools }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls.map(({ result }) => result.status)).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(log).toEqual(['a+', 'a-', 'b+', 'b-', 'c+', 'c-', 'd+', 'd-']);
    });
  });

  test('a call that waits for its place is told as started only when it starts', async () => {
    const first = gatedTool('slow__one');
    const model = fakeModel(asks(call('a', 'slow__one'), call('b', 'echo__say')), says('done'));
    const policy = { tools: { concurrency: 1 } };
    await withEngine({ model, tools: [first.tool, echo], policy }, async (world) => {
      const turn = world.ask('go');
      await first.untilStarted();
      expect(world.events('tool.started').map(({ toolCallId }) => toolCallId)).toEqual(['a']);
      first.open();
      await turn;
      expect(world.events('tool.started').map(({ toolCallId }) => toolCallId)).toEqual(['a', 'b']);
    });
  });

  test('CTX-1…3: each handler gets its own context', async () => {
    const seen: unknown[] = [];
    const look: ToolDefinition = {
      name: 'look__around',
      handler: ({ agentName, instanceKey, turnId, toolCallId, message, workdir, idempotencyKey, signal }) => {
        seen.push({ agentName, instanceKey, turnId, toolCallId, workdir, role: message.data.role });
        seen.push([typeof idempotencyKey, signal.aborted, JSON.stringify(message.data).includes(toolCallId)]);
        return null;
      },
    };
    const model = fakeModel(asks(call('a', 'look__around')), says('done'));
    await withEngine({ model, tools: [look] }, async (world) => {
      const { turnId } = await world.ask('go', '손님/1');
      expect(seen).toEqual([
        {
          agentName: 'helper',
          instanceKey: '손님/1',
          turnId,
          toolCallId: 'a',
          workdir: world.workdir('손님/1'),
          role: 'assistant',
        },
        ['string', false, true],
      ]);
    });
  });
});

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
    const input = JSON.parse('{"이름":"군단 🪖","__proto__":{"a":1},"half":"\\ud83e"}');
    const model = fakeModel(asks({ id: 'a', name: 'echo__say', input }), says('끝 🎉'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      const outcome = await world.ask('시작');
      expect(outcome.output).toBe('끝 🎉');
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect(outcome.toolCalls).toHaveLength(1);
    });
  });
});

describe('what a tool gives back', () => {
  test('ERR-1: a throw of any kind is a result the model reads', async () => {
    const thrown: unknown[] = [new RangeError('too far'), 'a text', { odd: true }, undefined, null, 7];
    const tool: ToolDefinition = {
      name: 'throw__it',
      handler: (_context, { index }) => {
        // oxlint-disable-next-line typescript/only-throw-error -- what tools throw is not ours to choose
        throw thrown[Number(index)];
      },
    };
    const model = fakeModel(
      asks(...thrown.map((_, index) => call(`c${index}`, 'throw__it', { index }))),
      says('done'),
    );
    await withEngine({ model, tools: [tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.status).toBe('completed');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual(thrown.map(() => 'E_TOOL'));
      expect(outcome.toolCalls[0]?.result.error).toMatchObject({ name: 'RangeError', message: 'too far' });
      expect(outcome.toolCalls[1]?.result.error?.message).toBe('a text');
      expect(world.events('tool.failed')).toHaveLength(thrown.length);
    });
  });

  test('TIME-1: a tool that never ends is E_TOOL_TIMEOUT, its signal aborts, and the turn goes on', async () => {
    const never = gatedTool('never__ends', { timeoutMs: 20 });
    const model = fakeModel(asks(call('a', 'never__ends')), says('went on'));
    await withEngine({ model, tools: [never.tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'went on' });
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_TIMEOUT');
      expect(never.started[0]?.signal.aborted).toBe(true);
    });
  });

  test('what is no JSON is E_TOOL_INVALID_OUTPUT; undefined counts as null', async () => {
    const values: Record<string, () => unknown> = {
      big: () => 10n,
      code: () => () => 1,
      cycle: () => {
        const loop: Record<string, unknown> = {};
        loop['self'] = loop;
        return loop;
      },
      none: () => undefined,
    };
    const tool: ToolDefinition = {
      name: 'give__it',
      handler: (_context, { kind }) => plain(values[String(kind)]?.()),
    };
    const kinds = Object.keys(values);
    const model = fakeModel(asks(...kinds.map((kind) => call(kind, 'give__it', { kind }))), says('done'));
    await withEngine({ model, tools: [tool] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.output)).toEqual([
        'E_TOOL_INVALID_OUTPUT',
        'E_TOOL_INVALID_OUTPUT',
        'E_TOOL_INVALID_OUTPUT',
        null,
      ]);
    });
  });

  test('BIG-1: 10 MB go to a file in the workdir; the model gets head, tail, sizes and path', async () => {
    const text = `처음 ${'ab🙂'.repeat(1_800_000)} 끝`;
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThan(10 * 1024 * 1024);
    const model = fakeModel(asks(call('a', 'big__one')), says('done'));
    await withEngine({ model, tools: [{ name: 'big__one', handler: () => text }] }, async (world) => {
      const outcome = await world.ask('go');
      const output = outcome.toolCalls[0]?.result.output;
      expect(output).toMatchObject({ truncated: true, bytes });
      if (typeof output !== 'object' || output === null || Array.isArray(output))
        throw new Error('no summary');
      expect(String(output['head']).startsWith('처음 ab🙂')).toBe(true);
      expect(String(output['tail']).endsWith('ab🙂 끝')).toBe(true);
      expect(await readFile(join(world.workdir(), String(output['path'])), 'utf8')).toBe(text);
      expect(JSON.stringify(model.requests[1]?.messages).length).toBeLessThan(20_000);
    });
  });
});

function plain(value: unknown): null {
  return isAnything(value) ? value : null;
}

function isAnything(_value: unknown): _value is null {
  return true;
}
