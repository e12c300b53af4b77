import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, pending, type AgentEvent, type JsonValue, type ToolDefinition } from '@goondan/core';
import { completionEvent } from '../../src/engine/completion-event.ts';
import { turnIdOf } from '../../src/engine/turn-id.ts';
import { eventNamed } from '../engine/open-engine.ts';
import { rejectionOf } from '../model/ask.ts';
import { anything } from './support/anything.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { inStateRoot, withEngine, World } from './support/world.ts';

const job: ToolDefinition = { name: 'job__start', handler: () => pending('job-1') };
const started = () => fakeModel(asks(call('a', 'job__start')), says('started'), says('thanks'));

describe('PEND-2: an outcome that is no JSON', () => {
  test('PEND-2: undefined counts as null, and reaches the instance', async () => {
    await inStateRoot(async (stateRoot) => {
      const first = await World.open({ model: started(), tools: [job] }, { stateRoot });
      await first.ask('go');
      await first.engine.complete('job-1', anything<JsonValue>(undefined));
      const { turnId } = await first.until('turn.completed', 2);
      await first.engine.attach(turnId);
      expect(JSON.stringify(await first.conversation())).toContain('Result: null');
      await first.stop();
      const second = await World.open({ model: fakeModel(says('again')), tools: [job] }, { stateRoot });
      expect((await second.ask('more')).status).toBe('completed');
      await second.stop();
    });
  });

  const odd: readonly (readonly [what: string, value: unknown])[] = [
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a BigInt', 10n],
    ['a Date', new Date(0)],
    ['a cycle', cycle()],
  ];
  test.each(odd)(
    'PEND-2: %s is refused with a code; the handle can still be completed',
    async (_what, value) => {
      await withEngine({ model: started(), tools: [job] }, async (world) => {
        await world.ask('go');
        expect(await rejectionOf(world.engine.complete('job-1', anything<JsonValue>(value)))).toMatchObject({
          code: 'E_HANDLE_KIND',
        });
        await world.engine.complete('job-1', { ok: true });
        await world.until('turn.completed', 2);
      });
    },
  );
});

describe('PEND-2: an event that has the id of a completion', () => {
  const posted = eventNamed('handle/job-1', 'mine');
  const senders: readonly (readonly [who: string, event: AgentEvent])[] = [
    ['one from outside', posted],
    ['one of an agent', { ...posted, source: { kind: 'agent', name: 'handle' } }],
    ['a forged one', { ...posted, type: 'tool.completed', source: { kind: 'connector', name: 'handle' } }],
  ];
  test.each(senders)('PEND-2: %s does not take the place of the completion', async (_who, event) => {
    const model = fakeModel(asks(call('a', 'job__start')), says('started'), says('posted'), says('thanks'));
    await withEngine({ model, tools: [job] }, async (world) => {
      await world.ask('go');
      await world.engine.request(world.to(), event);
      await world.engine.complete('job-1', { v: 9 });
      await world.until('turn.completed', 3);
      expect(JSON.stringify(model.requests[3]?.messages.at(-1))).toContain('{\\\"v\\\":9}');
    });
  });

  test('PEND-2: the completion still comes but once, however often it is brought', async () => {
    const completed = {
      handle: 'job-1',
      owner: { agentName: 'a', instanceKey: 'k', turnId: 't', toolCallId: 'c', toolName: 'job__start' },
      about: {},
      outcome: 9,
      completedAt: '2026-01-01T00:00:00.000Z',
    };
    const [first, second] = [completionEvent(completed), completionEvent({ ...completed })];
    expect(turnIdOf(first.to, first.event)).toBe(turnIdOf(second.to, second.event));
  });
});

describe('BIG-1: an outcome too large for the model', () => {
  test('BIG-1: goes to a file in the workspace; the model reads head, tail, sizes and path', async () => {
    const model = started();
    await withEngine({ model, tools: [job] }, async (world) => {
      await world.ask('go');
      const outcome = `begin ${'x'.repeat(200_000)} end`;
      await world.engine.complete('job-1', outcome);
      await world.until('turn.completed', 2);
      const text = JSON.stringify(model.requests[2]?.messages.at(-1));
      expect(text.length).toBeLessThan(10_000);
      for (const part of ['job-1', 'begin', ' end', '200010']) expect(text).toContain(part);
      const [path = ''] = /\.goondan\/outputs\/[\w.-]+/.exec(text) ?? [];
      expect(await readFile(join(world.workdir(), path), 'utf8')).toBe(outcome);
    });
  });

  test('BIG-1: one that is not too large is read as it is', async () => {
    const model = started();
    await withEngine({ model, tools: [job] }, async (world) => {
      await world.ask('go');
      await world.engine.complete('job-1', { text: 'y'.repeat(40_000) });
      await world.until('turn.completed', 2);
      const content = model.requests[2]?.messages.at(-1)?.content;
      expect(content).toContain('y'.repeat(40_000));
    });
  });
});

function cycle(): unknown {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  return isRecord(loop) ? loop : undefined;
}
