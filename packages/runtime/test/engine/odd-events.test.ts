import { describe, expect, test } from 'bun:test';
import type { AgentEvent, ToolContext } from '@goondan/core';
import { rejectionOf } from '../model/ask.ts';
import { anything } from '../turn/support/anything.ts';
import { asks, call, fakeModel, hangingAnswer, says } from '../turn/support/fake-model.ts';
import { inStateRoot, World } from '../turn/support/world.ts';

/** Lives twice on one state: what the first life records the second has to read. */
async function twice(first: (world: World) => Promise<void>): Promise<void> {
  await inStateRoot(async (stateRoot) => {
    for (const live of [first, async (world: World) => void (await world.ask('again'))]) {
      const world = await World.open({ model: fakeModel(says('done')) }, { stateRoot });
      await live(world);
      await world.stop();
    }
  });
}

const event: AgentEvent = {
  id: 'e1',
  type: 'user.input',
  createdAt: '2026-01-01T00:00:00.000Z',
  input: 'go',
  source: { kind: 'connector', name: 'test' },
};

describe('§12: an event that could not be read again is not taken in', () => {
  const odd: readonly (readonly [what: string, fields: object])[] = [
    ['an id that is a number', { id: 5 }],
    ['no type', { type: undefined }],
    ['a date that is none', { createdAt: 'yesterday' }],
    ['a trace that is an object', { traceId: {} }],
    ['metadata that is a list', { metadata: [] }],
    ['a reply to nobody', { replyTo: {} }],
  ];
  test.each(odd)('§12: %s, and the agent goes on', async (_what, fields) => {
    await twice(async (world) => {
      const sent = world.engine.send(world.to(), anything<AgentEvent>({ ...event, ...fields }));
      expect(await rejectionOf(sent)).toBeInstanceOf(TypeError);
      expect((await world.ask('go')).status).toBe('completed');
    });
  });

  test('§12: what is undefined is not there', async () => {
    await twice(async (world) => {
      const fields = { instanceKey: undefined, metadata: undefined, input: undefined };
      const { turnId } = await world.engine.send(world.to(), anything<AgentEvent>({ ...event, ...fields }));
      expect((await world.engine.attach(turnId)).status).toBe('completed');
    });
  });
});

describe('§12: what callers without types hand in besides', () => {
  test('§12: a reason to cancel that is an error is taken by its words; the journal stays readable', async () => {
    const { answer, asked } = hangingAnswer();
    await inStateRoot(async (stateRoot) => {
      const first = await World.open({ model: fakeModel(answer) }, { stateRoot });
      const turnId = await first.send('go');
      await asked;
      await first.engine.cancel(turnId, anything<string>(new Error('changed my mind')));
      expect(await first.engine.attach(turnId)).toMatchObject({
        status: 'cancelled',
        error: { message: 'changed my mind' },
      });
      await first.stop();
      const second = await World.open({ model: fakeModel(says('again')) }, { stateRoot });
      expect((await second.ask('more')).status).toBe('completed');
      await second.stop();
    });
  });

  test('§12: an observer that throws what cannot be read disturbs no turn', async () => {
    await twice(async (world) => {
      world.engine.observe(() => {
        // oxlint-disable-next-line typescript/only-throw-error -- whatever code without types throws
        throw Object.create(null);
      });
      expect((await world.ask('go')).status).toBe('completed');
    });
  });
});

describe('§12: an instance key with half a character', () => {
  test('§12: is refused; the journal of the agent stays readable', async () => {
    await twice(async (world) => {
      expect(await rejectionOf(world.ask('go', 'a\ud800'))).toMatchObject({
        code: 'E_AGENT_INSTANCE_NOT_FOUND',
      });
      expect((await world.ask('go', 'a\u{1f600}')).status).toBe('completed');
    });
  });

  test('COMM-5: that a model writes is a result it reads, for every way to reach another agent', async () => {
    const ways = ['request', 'send', 'handoff', 'spawn'] as const;
    const tools = ways.map((way) => ({
      name: `talk__${way}`,
      annotations: { orchestrates: true },
      handler: async ({ runtime }: ToolContext) => {
        await runtime?.[way]({ agent: 'helper', instanceKey: '\udc00' }, 'hi');
        return null;
      },
    }));
    const model = fakeModel(asks(...ways.map((way) => call(way, `talk__${way}`))), says('done'));
    await inStateRoot(async (stateRoot) => {
      const world = await World.open({ model, tools }, { stateRoot });
      const { toolCalls } = await world.ask('go');
      expect(toolCalls.map(({ result }) => result.error?.code)).toEqual(
        ways.map(() => 'E_AGENT_INSTANCE_NOT_FOUND'),
      );
      await world.stop();
      const again = await World.open({ model: fakeModel(says('again')), tools }, { stateRoot });
      expect((await again.ask('more')).status).toBe('completed');
      await again.stop();
    });
  });
});
