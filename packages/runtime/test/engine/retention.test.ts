import { expect, test } from 'bun:test';
import type { ExtensionModule } from '@goondan/core';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { gatedTool } from '../turn/support/tools.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { journalDump } from './journal-dump.ts';
import { eventNamed, failureOf, helper, openEngine } from './open-engine.ts';
import { TestClock } from './test-clock.ts';

const retentionMs = 1000;
const notFound = { code: 'E_AGENT_TURN_NOT_FOUND' };

/** Counts the turns of an instance in its state. */
const counter: ExtensionModule['register'] = (api) => {
  api.pipeline.register('turn', async (context) => {
    const before = await api.state.get('turns');
    await api.state.set('turns', (typeof before === 'number' ? before : 0) + 1);
    return context.next();
  });
};

/** The names of streams by what they hold. */
function streamsOf(stateRoot: string): Record<string, number> {
  const counts: Record<string, number> = { q: 0, s: 0, t: 0, e: 0 };
  for (const [stream, records] of journalDump(workspaceLayout(stateRoot), 'helper')) {
    const kind = stream.split('/')[0] ?? '';
    counts[kind] = (counts[kind] ?? 0) + records.length;
  }
  return counts;
}

test('turns that ended longer ago than they are kept are gone after a start, with their entries and events; what they said is not', async () => {
  await inStateRoot(async (stateRoot) => {
    const clock = new TestClock();
    const parts: AgentParts = { extensions: { counter }, model: fakeModel(says('hello')) };
    const options = { stateRoot, clock, retentionMs };
    const first = await openEngine({ ...options, agents: [parts] });
    const old = await first.request(helper, eventNamed('old'));
    clock.advance(600);
    const young = await first.request(helper, eventNamed('young'));
    expect(first.eventsOf(old.turnId).length).toBeGreaterThan(0);
    await first.stop();

    clock.advance(600);
    const model = fakeModel(says('hello again'));
    const second = await openEngine({ ...options, agents: [{ ...parts, model }] });
    expect(await failureOf(second.attach(old.turnId))).toMatchObject(notFound);
    expect(second.eventsOf(old.turnId)).toEqual([]);
    expect(await second.attach(young.turnId)).toEqual(young);
    expect(second.eventsOf(young.turnId).length).toBeGreaterThan(0);
    // Young enough to be known: the same event is the same turn.
    expect((await second.send(helper, eventNamed('young'))).turnId).toBe(young.turnId);
    await second.request(helper, eventNamed('new'));
    expect(model.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'old',
      [{ type: 'text', text: 'hello' }],
      'young',
      [{ type: 'text', text: 'hello' }],
      'new',
    ]);
    await second.stop();
    const dump = journalDump(workspaceLayout(stateRoot), 'helper');
    expect([...dump.keys()].filter((stream) => stream.includes(old.turnId))).toEqual([]);
    expect(dump.get('s/default')?.findLast(({ name }) => name === 'extensions')?.value).toEqual({
      counter: { turns: 3 },
    });
  });
});

test('a turn that has not ended stays, however old it is, and goes on', async () => {
  await inStateRoot(async (stateRoot) => {
    const clock = new TestClock();
    const work = gatedTool('work__do');
    const options = { stateRoot, clock, retentionMs };
    const model = fakeModel(says('before'), asks(call('c1', 'work__do')), says('after'));
    const first = await openEngine({ ...options, agents: [{ model, tools: [work.tool] }] });
    const before = await first.request(helper, eventNamed('before'));
    const { turnId } = await first.send(helper, eventNamed('open'));
    const { turnId: queued } = await first.send(helper, eventNamed('queued'));
    await work.untilStarted();
    const stopped = first.stop();
    work.open();
    await stopped;

    clock.advance(retentionMs * 100);
    const again = fakeModel(says('after'));
    const second = await openEngine({ ...options, agents: [{ model: again, tools: [work.tool] }] });
    expect(await failureOf(second.attach(before.turnId))).toMatchObject(notFound);
    expect(second.openTurns().map((turn) => [turn.turnId, turn.isBegun])).toEqual([
      [turnId, true],
      [queued, false],
    ]);
    second.resume();
    expect(await second.attach(turnId)).toMatchObject({
      status: 'completed',
      toolCalls: [{ result: { status: 'ok' } }],
    });
    expect(await second.attach(queued)).toMatchObject({ status: 'completed' });
    await second.stop();
  });
});

test('with retention the journal holds as much after 2,000 turns as after 200', async () => {
  await inStateRoot(async (stateRoot) => {
    const clock = new TestClock();
    const sizes: Record<string, number>[] = [];
    for (let life = 0; life < 20; life += 1) {
      clock.advance(retentionMs + 1);
      const engine = await openEngine({ stateRoot, clock, retentionMs, agents: [{}] });
      const turns = Array.from({ length: 100 }, (_, index) =>
        engine.request({ ...helper, instanceKey: `i${index % 20}` }, eventNamed(`${life}/${index}`)),
      );
      for (const outcome of await Promise.all(turns)) expect(outcome.status).toBe('completed');
      await engine.stop();
      sizes.push(streamsOf(stateRoot));
    }
    const [, second, ...later] = sizes;
    // One life's turns are there, and those of the life before are not.
    for (const { q, t, e } of later)
      expect({ q, t, e }).toEqual({ q: second?.q, t: second?.t, e: second?.e });
    // The values of an instance are cleared up as they are read: at most twice as many records as values, and some.
    const perInstance = 2 * (64 + 2) + 64 + 2 * 5;
    for (const { s = 0 } of later) expect(s).toBeLessThanOrEqual(20 * perInstance);
  });
}, 60_000);
