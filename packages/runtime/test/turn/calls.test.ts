import { describe, expect, test } from 'bun:test';
import { isRecord, type Message, type ToolDefinition } from '@goondan/core';
import { resultIds } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo, gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';
import { textOf } from './support/text-of.ts';

describe('the calls of a step', () => {
  test("PAR-1: run side by side, and their results keep the model's order however they end", async () => {
    const order: string[] = [];
    const waiting = new Map<string, () => void>();
    const rendezvous: ToolDefinition = {
      name: 'meet__all',
      handler: (_context, { id }) =>
        new Promise((resolve) => {
          const end = (): void => {
            order.push(textOf(id));
            resolve(`end of ${textOf(id)}`);
          };
          waiting.set(textOf(id), end);
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
      const full = Promise.withResolvers<void>();
      const counter: ToolDefinition = {
        name: 'count__up',
        annotations,
        async handler(_context, { id }) {
          started.push(textOf(id));
          running += 1;
          most = Math.max(most, running);
          // However slowly they are begun, as many as may run side by side do.
          if (running === 3) full.resolve();
          await full.promise;
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
        log.push(`${textOf(id)}+`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${textOf(id)}-`);
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

  test('CTX-3: a handler cannot change the message, nor what is recorded of it, nor what the next call gets', async () => {
    const attempts = [
      (message: Message) => Object.assign(message.metadata, { mine: true }),
      (message: Message) => Object.assign(message, { id: 'other' }),
      (message: Message) => Object.assign(message.data, { content: 'nothing was asked' }),
      (message: Message) => Object.assign(partOf(message), { toolName: 'other__tool' }),
      (message: Message) => Object.assign(partOf(message).input, { text: 'changed' }),
      (message: Message) => Array.isArray(message.data.content) && message.data.content.pop(),
      (message: Message) => message.createdAt.setTime(0),
    ];
    const seen: Message[] = [];
    const meddler: ToolDefinition = {
      name: 'meddler__try',
      handler: ({ message }) => attempts.filter((attempt) => isDone(() => attempt(message))).length,
    };
    const say: ToolDefinition = {
      name: 'echo__say',
      handler: ({ message }, { text }) => {
        seen.push(structuredClone(message));
        return text ?? null;
      },
    };
    const calls = [call('a', 'meddler__try'), call('b', 'echo__say', { text: '처음' })];
    const model = fakeModel(asks(...calls), says('done'));
    const policy = { tools: { concurrency: 1 } };
    await withEngine({ model, tools: [meddler, say], policy }, async (world) => {
      const { toolCalls } = await world.ask('go');
      // Only a date of its own could be set.
      expect(toolCalls.map(({ result }) => result.output)).toEqual([1, '처음']);
      const recorded = (await world.messages()).find(({ data }) => data.role === 'assistant');
      expect(seen).toMatchObject([recorded ?? {}]);
      expect(JSON.stringify(recorded)).toContain('처음');
    });
  });
});

/** The second call that a message holds. */
function partOf({ data: { content } }: Message): { input: object } {
  const part: unknown = content[1];
  if (isCallPart(part)) return part;
  throw new Error('the message has no second call');
}

function isCallPart(part: unknown): part is { input: object } {
  return isRecord(part) && isRecord(part.input);
}

function isDone(change: () => unknown): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
