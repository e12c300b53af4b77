import { expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import type { LocalEngine } from '../../src/engine/local/local-engine.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, hangingAnswer, says } from '../turn/support/fake-model.ts';
import { gatedTool } from '../turn/support/tools.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { journalDump } from './journal-dump.ts';
import { eventNamed, failureOf, helper, openEngine } from './open-engine.ts';
import { TestClock } from './test-clock.ts';

const interrupted = { code: 'E_RUN_INTERRUPTED' };

interface Life {
  readonly engine: LocalEngine;
  readonly clock: TestClock;
}

/** Opens engines one after the other on the same files. */
async function lives(run: (open: (parts: AgentParts) => Promise<Life>, stateRoot: string) => Promise<void>) {
  await inStateRoot(async (stateRoot) => {
    let last: LocalEngine | undefined;
    await run(async (parts) => {
      const clock = new TestClock();
      last = await openEngine({ stateRoot, agents: [parts], clock });
      return { engine: last, clock };
    }, stateRoot);
    await last?.stop();
  });
}

const twoSteps = () => fakeModel(asks(call('c1', 'work__do')), says('done'));

test('a call that ends within the grace is recorded, and the turn goes on in the next life', async () => {
  await lives(async (open) => {
    const work = gatedTool('work__do');
    const model = twoSteps();
    const { engine, clock } = await open({ model, tools: [work.tool] });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    await work.untilStarted();
    const stopped = engine.stop({ graceMs: 1000 });
    work.open();
    await stopped;
    expect(clock.pending).toBe(0);
    expect(model.requests.length).toBe(1);

    const later = fakeModel(says('done later'));
    const next = await open({ model: later, tools: [work.tool] });
    expect(next.engine.openTurns().map((turn) => [turn.turnId, turn.isBegun])).toEqual([[turnId, true]]);
    next.engine.resume();
    expect(await next.engine.attach(turnId)).toMatchObject({
      status: 'completed',
      output: 'done later',
      toolCalls: [{ id: 'c1', result: { status: 'ok', output: 'done' } }],
    });
    expect({ starts: work.started.length, asked: later.requests.length }).toEqual({ starts: 1, asked: 1 });
  });
});

test('a call that does not end within the grace is cancelled, which is recorded, and the turn goes on in the next life', async () => {
  await lives(async (open) => {
    const work = gatedTool('work__do');
    const { engine, clock } = await open({ model: twoSteps(), tools: [work.tool] });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    const { signal } = await work.untilStarted();
    const stopped = engine.stop({ graceMs: 1000 });
    expect(signal.aborted).toBe(false);
    clock.advance(1000);
    await stopped;
    expect(signal.aborted).toBe(true);

    const next = await open({ model: fakeModel(says('done')), tools: [work.tool] });
    next.engine.resume();
    expect(await next.engine.attach(turnId)).toMatchObject({
      status: 'completed',
      toolCalls: [{ id: 'c1', result: { status: 'error', error: { code: 'E_TOOL_CANCELLED' } } }],
    });
    expect(work.started.length).toBe(1);
  });
});

test('a model that is being asked is asked again in the next life', async () => {
  await lives(async (open) => {
    const { answer, asked } = hangingAnswer();
    const { engine, clock } = await open({ model: fakeModel(answer) });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    await asked;
    const stopped = engine.stop({ graceMs: 1000 });
    clock.advance(1000);
    await stopped;

    const next = await open({ model: fakeModel(says('hello')) });
    next.engine.resume();
    expect(await next.engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'hello' });
  });
});

test('PEND-3: a call that waits for a person keeps nobody from stopping, and waits on in the next life', async () => {
  await lives(async (open) => {
    const work = gatedTool('work__do');
    work.open();
    const parts = { tools: [work.tool], policy: { tools: { approvals: [{ tool: 'work__do' }] } } };
    const { engine, clock } = await open({ ...parts, model: twoSteps() });
    const held = Promise.withResolvers<string>();
    engine.observe((event) => {
      const handle = event.type === 'tool.held' ? event.attributes?.handle : undefined;
      if (typeof handle === 'string') held.resolve(handle);
    });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    const handle = await held.promise;
    await engine.stop({ graceMs: 1000 });
    expect(clock.pending).toBe(0);
    expect(work.started.length).toBe(0);

    const next = await open({ ...parts, model: fakeModel(says('done')) });
    next.engine.resume();
    await next.engine.complete(handle, { decision: 'approve' });
    expect(await next.engine.attach(turnId)).toMatchObject({
      toolCalls: [{ result: { status: 'ok', output: 'done' } }],
    });
    expect(work.started.length).toBe(1);
  });
});

test('a call that waits for its turn behind another is not begun, and begins in the next life', async () => {
  await lives(async (open) => {
    const first = gatedTool('first__do', { annotations: { sequential: true } });
    const second = gatedTool('second__do');
    second.open();
    const parts = { tools: [first.tool, second.tool] };
    const calls = asks(call('c1', 'first__do'), call('c2', 'second__do'));
    const { engine } = await open({ ...parts, model: fakeModel(calls) });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    await first.untilStarted();
    const stopped = engine.stop({ graceMs: 1000 });
    first.open();
    await stopped;
    expect(second.started.length).toBe(0);

    const next = await open({ ...parts, model: fakeModel(says('done')) });
    next.engine.resume();
    const { toolCalls } = await next.engine.attach(turnId);
    expect(toolCalls.map(({ result }) => result.status)).toEqual(['ok', 'ok']);
    expect([first.started.length, second.started.length]).toEqual([1, 1]);
  });
});

for (const moment of ['before its intent is recorded', 'while its intent is recorded'] as const) {
  test(`a stop that comes ${moment} leaves no call whose outcome is unknown`, async () => {
    await lives(async (open) => {
      const work = gatedTool('work__do');
      work.open();
      const { engine } = await open({ model: twoSteps(), tools: [work.tool] });
      const stopped = Promise.withResolvers<void>();
      const stop = (): void => stopped.resolve(engine.stop({ graceMs: 1000 }));
      engine.observe(({ type }) => {
        if (type !== 'tool.started') return;
        // The commit of a write waits for the immediates before it.
        if (moment === 'before its intent is recorded') stop();
        else setImmediate(stop);
      });
      const { turnId } = await engine.send(helper, eventNamed('e1'));
      await stopped.promise;

      const next = await open({ model: fakeModel(says('done')), tools: [work.tool] });
      next.engine.resume();
      expect(await next.engine.attach(turnId)).toMatchObject({
        status: 'completed',
        toolCalls: [{ result: { status: 'ok', output: 'done' } }],
      });
      expect(work.started.length).toBe(1);
    });
  });
}

test('whoever waits for a turn is told that it goes on in a later life', async () => {
  await lives(async (open) => {
    const work = gatedTool('work__do');
    const { engine } = await open({ model: twoSteps(), tools: [work.tool] });
    const asked = failureOf(engine.request(helper, eventNamed('e1')));
    await work.untilStarted();
    const stopped = engine.stop({ graceMs: 1000 });
    work.open();
    await stopped;
    expect(await asked).toMatchObject(interrupted);
  });
});

test('stopping twice, at once or later, is stopping once', async () => {
  await lives(async (open) => {
    const work = gatedTool('work__do');
    const { engine, clock } = await open({ model: twoSteps(), tools: [work.tool] });
    await engine.send(helper, eventNamed('e1'));
    await work.untilStarted();
    const both = [engine.stop({ graceMs: 1000 }), engine.stop({ graceMs: 2000 })];
    work.open();
    await Promise.all(both);
    await engine.stop();
    expect(clock.pending).toBe(0);
    expect(engine.openTurns()).toEqual([]);
  });
});

test('after the stop nothing is written any more, whatever still runs', async () => {
  await lives(async (open, stateRoot) => {
    const deaf = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const ignoring: ToolDefinition = {
      name: 'work__do',
      handler: async () => {
        started.resolve();
        return deaf.promise;
      },
    };
    const { engine, clock } = await open({ model: twoSteps(), tools: [ignoring] });
    await engine.send(helper, eventNamed('e1'));
    await started.promise;
    const stopped = engine.stop({ graceMs: 1000 });
    clock.advance(1000);
    await stopped;
    const layout = workspaceLayout(stateRoot);
    const before = journalDump(layout, 'helper');
    deaf.resolve('late');
    expect(await failureOf(engine.send(helper, eventNamed('e2')))).toBeInstanceOf(Error);
    expect(
      await failureOf(engine.send({ ...helper, instanceKey: 'other' }, eventNamed('e2'))),
    ).toBeInstanceOf(Error);
    await new Promise((resolve) => setImmediate(resolve));
    expect(journalDump(layout, 'helper')).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('late');
  });
});
