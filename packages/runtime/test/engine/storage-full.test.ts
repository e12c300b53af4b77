import { expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import type { LocalEngine } from '../../src/engine/local/local-engine.ts';
import { onSmallDisk, type SmallDisk } from '../storage/small-disk.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { eventNamed, failureOf, helper, openEngine } from './open-engine.ts';
import { TestClock } from './test-clock.ts';
import { until } from '../process/support/process-world.ts';

const large = 'x'.repeat(40_000);
const full = { code: 'E_STORAGE_FULL' };
const patience = [100, 200, 400, 800, 1600];

interface Try {
  readonly disk: SmallDisk;
  readonly clock: TestClock;
  readonly engine: LocalEngine;
}

function onFullDisk(
  parts: (disk: SmallDisk) => AgentParts,
  run: (tried: Try) => Promise<void>,
  { keepsTrying = false } = {},
) {
  return onSmallDisk((disk) =>
    inStateRoot(async (stateRoot) => {
      const clock = new TestClock({ isInstant: true });
      const engine = await openEngine({ stateRoot, agents: [parts(disk)], clock, keepsTrying });
      try {
        await run({ disk, clock, engine });
      } finally {
        disk.free();
        await engine.stop();
      }
    }),
  );
}

/** A tool that must not start twice, and its starts. */
function counted(name: string, answer: () => string): { tool: ToolDefinition; starts: string[] } {
  const starts: string[] = [];
  const tool: ToolDefinition = {
    name,
    handler: ({ toolCallId }) => {
      starts.push(toolCallId);
      return answer();
    },
  };
  return { tool, starts };
}

async function onlyTurn(engine: LocalEngine): Promise<string> {
  const [turn] = engine.openTurns();
  if (turn === undefined) throw new Error('No turn is open.');
  return turn.turnId;
}

test('a result that finds no room is E_STORAGE_FULL to the caller, and is recorded once there is room: not made again, not unknown', async () => {
  let work = counted('work__do', () => '');
  const model = fakeModel(asks(call('c1', 'work__do')), says('done'));
  const parts = (disk: SmallDisk): AgentParts => {
    work = counted('work__do', () => {
      disk.fill();
      return large;
    });
    return { model, tools: [work.tool] };
  };
  await onFullDisk(parts, async ({ disk, clock, engine }) => {
    expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
    expect(clock.waits).toEqual(patience);
    const turnId = await onlyTurn(engine);
    // Still no room: the same again, and nothing else happens.
    engine.resume();
    expect(await failureOf(engine.attach(turnId))).toMatchObject(full);
    expect({ starts: work.starts, asked: model.requests.length }).toEqual({ starts: ['c1'], asked: 1 });
    disk.free();
    engine.resume();
    expect(await engine.attach(turnId)).toMatchObject({
      status: 'completed',
      output: 'done',
      toolCalls: [{ id: 'c1', result: { status: 'ok', output: large } }],
    });
    expect({ starts: work.starts, asked: model.requests.length }).toEqual({ starts: ['c1'], asked: 2 });
    expect(engine.openTurns()).toEqual([]);
  });
});

test('no handler starts while its intent finds no room; with room it starts, once', async () => {
  const work = counted('work__do', () => 'worked');
  const model = fakeModel(asks(call('c1', 'work__do', { large })), says('done'));
  await onFullDisk(
    () => ({ model, tools: [work.tool] }),
    async ({ disk, engine }) => {
      // Told while the intent is about to be recorded; the event with its large arguments goes along.
      engine.observe(({ type }) => type === 'tool.started' && disk.fill());
      expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
      expect(work.starts).toEqual([]);
      const turnId = await onlyTurn(engine);
      disk.free();
      engine.observe(({ type }) => type === 'tool.started' && disk.free());
      engine.resume();
      expect(await engine.attach(turnId)).toMatchObject({
        status: 'completed',
        toolCalls: [{ result: { status: 'ok', output: 'worked' } }],
      });
      expect(work.starts).toEqual(['c1']);
    },
  );
});

test('of two calls where only one intent found room both start once there is room for both, each once', async () => {
  const work = counted('work__do', () => 'worked');
  const model = fakeModel(asks(call('c1', 'work__do', { large }), call('c2', 'work__do')), says('done'));
  await onFullDisk(
    () => ({ model, tools: [work.tool] }),
    async ({ disk, engine }) => {
      let isFull = true;
      engine.observe(({ type }) => type === 'tool.started' && isFull && disk.fill());
      expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
      expect(work.starts).toEqual([]);
      const turnId = await onlyTurn(engine);
      isFull = false;
      disk.free();
      engine.resume();
      const { toolCalls } = await engine.attach(turnId);
      expect(toolCalls.map(({ id, result }) => [id, result.status])).toEqual([
        ['c1', 'ok'],
        ['c2', 'ok'],
      ]);
      expect(work.starts.toSorted()).toEqual(['c1', 'c2']);
    },
  );
});

test('an answer of the model that finds no room is kept in mind: the model is not asked again', async () => {
  let fill = (): void => {};
  const model = fakeModel(() => {
    fill();
    return says(large);
  });
  const parts = (disk: SmallDisk): AgentParts => {
    fill = () => disk.fill();
    return { model };
  };
  await onFullDisk(parts, async ({ disk, engine }) => {
    expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
    const turnId = await onlyTurn(engine);
    disk.free();
    engine.resume();
    expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: large });
    expect(model.requests.length).toBe(1);
  });
});

test('an end of a turn that finds no room is reached again once there is room; the conversation has the turn once', async () => {
  const model = fakeModel(says(large), says('and on'));
  await onFullDisk(
    () => ({ model }),
    async ({ disk, engine }) => {
      const stop = engine.observe(({ type }) => type === 'step.completed' && disk.fill());
      expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
      stop();
      disk.free();
      // Another event for the instance takes up what is open, too.
      const next = await engine.request(helper, eventNamed('e2'));
      expect(next).toMatchObject({ status: 'completed', output: 'and on' });
      expect(await engine.request(helper, eventNamed('e1'))).toMatchObject({ output: large });
      expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
    },
  );
});

test('room that comes in time is waited for, and the caller sees nothing of it', async () => {
  let fill = (): void => {};
  const model = fakeModel(() => {
    fill();
    return says(large);
  });
  const parts = (disk: SmallDisk): AgentParts => {
    fill = () => disk.fill();
    return { model };
  };
  await onFullDisk(parts, async ({ disk, clock, engine }) => {
    clock.onWait((ms) => ms === 400 && disk.free());
    expect(await engine.request(helper, eventNamed('e1'))).toMatchObject({ status: 'completed' });
    expect(clock.waits).toEqual([100, 200, 400]);
  });
});

test('an event that finds no room is refused, and is the same event when it is handed in again', async () => {
  await onFullDisk(
    () => ({}),
    async ({ disk, engine }) => {
      await engine.request(helper, eventNamed('before'));
      disk.fill();
      expect(await failureOf(engine.send(helper, eventNamed('e1', large)))).toMatchObject(full);
      expect(engine.openTurns()).toEqual([]);
      disk.free();
      const { turnId } = await engine.send(helper, eventNamed('e1', large));
      const again = await engine.request(helper, eventNamed('e1', large));
      expect(again).toMatchObject({ turnId, status: 'completed' });
    },
  );
});

test('turns that wait behind one without room go on after it, in their order', async () => {
  const inputs: unknown[] = [];
  let fill = (): void => {};
  const model = fakeModel(({ messages }, index) => {
    inputs.push(messages.at(-1)?.content);
    if (index === 0) fill();
    return says(large);
  });
  const parts = (disk: SmallDisk): AgentParts => {
    fill = () => disk.fill();
    return { model };
  };
  await onFullDisk(parts, async ({ disk, engine }) => {
    const first = failureOf(engine.request(helper, eventNamed('e1')));
    const { turnId } = await engine.send(helper, eventNamed('e2'));
    expect(await first).toMatchObject(full);
    expect(engine.openTurns().map(({ event }) => event.id)).toEqual(['e1', 'e2']);
    disk.free();
    engine.resume();
    expect(await engine.attach(turnId)).toMatchObject({ status: 'completed' });
    expect(inputs).toEqual(['e1', 'e2']);
  });
});

test('an engine that keeps trying goes on by itself once there is room: later and later, and nothing is made twice', async () => {
  let work = counted('work__do', () => '');
  const model = fakeModel(asks(call('c1', 'work__do')), says('done'));
  const parts = (disk: SmallDisk): AgentParts => {
    work = counted('work__do', () => {
      disk.fill();
      return large;
    });
    return { model, tools: [work.tool] };
  };
  await onFullDisk(
    parts,
    async ({ disk, clock, engine }) => {
      const ended = Promise.withResolvers<void>();
      engine.observe(({ type }) => type === 'turn.completed' && ended.resolve());
      clock.onWait((ms) => ms === 4_000 && disk.free());
      expect(await failureOf(engine.request(helper, eventNamed('e1')))).toMatchObject(full);
      await ended.promise;
      expect(clock.waits).toEqual([...patience, 1_000, ...patience, 2_000, ...patience, 4_000]);
      expect(await engine.request(helper, eventNamed('e1'))).toMatchObject({ output: 'done' });
      expect({ starts: work.starts, asked: model.requests.length }).toEqual({ starts: ['c1'], asked: 2 });
    },
    { keepsTrying: true },
  );
});

test('an engine that waits for room is not kept from stopping', async () => {
  const model = fakeModel(says(large));
  await onSmallDisk((disk) =>
    inStateRoot(async (stateRoot) => {
      const clock = new TestClock();
      const engine = await openEngine({ stateRoot, agents: [{ model }], clock, keepsTrying: true });
      engine.observe(({ type }) => type === 'step.completed' && disk.fill());
      const failure = failureOf(engine.request(helper, eventNamed('e1')));
      for (const ms of patience) {
        await until(() => clock.pending > 0);
        clock.advance(ms);
      }
      expect(await failure).toMatchObject(full);
      await until(() => clock.waits.at(-1) === 1_000);
      await engine.stop();
      expect(clock.pending).toBe(0);
    }),
  );
});
