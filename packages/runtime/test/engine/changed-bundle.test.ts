import { expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import type { TurnOutcome } from '../../src/engine/turn-outcome.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../turn/support/fake-model.ts';
import { memoryConsole } from '../turn/support/memory-console.ts';
import { gatedTool } from '../turn/support/tools.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { killEngine } from './kill-engine.ts';
import { eventNamed, failureOf, helper, openEngine } from './open-engine.ts';

interface Cut {
  readonly stateRoot: string;
  readonly turnId: string;
  readonly starts: string[];
}

/** A tool that notes its starts. */
function noted(name: string, starts: string[], more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: 'as it was',
    handler: ({ toolCallId }) => {
      starts.push(toolCallId);
      return 'worked';
    },
    ...more,
  };
}

/** A turn that was stopped while its first call ran; two more calls of the step had not begun. */
async function withCutTurn(run: (cut: Cut) => Promise<void>): Promise<void> {
  await inStateRoot(async (stateRoot) => {
    const starts: string[] = [];
    const barrier = gatedTool('barrier__wait', { annotations: { sequential: true } });
    const engine = await openEngine({
      stateRoot,
      agents: [
        {
          model: fakeModel(
            asks(call('c1', 'barrier__wait'), call('c2', 'one__do'), call('c3', 'two__do', { n: 1 })),
          ),
          tools: [barrier.tool, noted('one__do', starts), noted('two__do', starts)],
        },
      ],
    });
    const { turnId } = await engine.send(helper, eventNamed('e1'));
    await barrier.untilStarted();
    const stopped = engine.stop();
    barrier.open();
    await stopped;
    expect(starts).toEqual([]);
    await run({ stateRoot, turnId, starts });
  });
}

async function resumeWith({ stateRoot, turnId }: Cut, parts: AgentParts): Promise<TurnOutcome> {
  const engine = await openEngine({ stateRoot, agents: [parts] });
  try {
    engine.resume();
    return await engine.attach(turnId);
  } finally {
    await engine.stop();
  }
}

function codes({ toolCalls }: TurnOutcome): (string | undefined)[] {
  return toolCalls.map(({ result }) => result.error?.code ?? result.status);
}

test('CAT-6: a tool that is gone after a restart answers E_TOOL_NOT_FOUND; the others go on', async () => {
  await withCutTurn(async (cut) => {
    const model = fakeModel(says('done'));
    const outcome = await resumeWith(cut, { model, tools: [noted('two__do', cut.starts)] });
    expect(outcome).toMatchObject({ status: 'completed', output: 'done' });
    expect(codes(outcome)).toEqual(['ok', 'E_TOOL_NOT_FOUND', 'ok']);
    expect(cut.starts).toEqual(['c3']);
  });
});

for (const [what, more] of Object.entries({
  'its description': { description: 'something else' },
  'its parameters': { parameters: { type: 'object', required: ['n'] } },
  'how often it may run': { annotations: { idempotent: true } },
})) {
  test(`CAT-6: a tool that differs after a restart in ${what} answers E_TOOL_STALE; the others go on`, async () => {
    await withCutTurn(async (cut) => {
      const changed = noted('two__do', cut.starts, more);
      const tools = [noted('one__do', cut.starts), changed];
      const outcome = await resumeWith(cut, { model: fakeModel(says('done')), tools });
      expect(codes(outcome)).toEqual(['ok', 'ok', 'E_TOOL_STALE']);
      expect(cut.starts).toEqual(['c2']);
    });
  });
}

test('a tool whose code alone has changed goes on with the new code', async () => {
  await withCutTurn(async (cut) => {
    const tools = [noted('one__do', cut.starts), noted('two__do', cut.starts, { handler: () => 'new code' })];
    const outcome = await resumeWith(cut, { model: fakeModel(says('done')), tools });
    expect(outcome.toolCalls[2]?.result).toMatchObject({ status: 'ok', output: 'new code' });
  });
});

test('a call that was cut off in the middle is E_TOOL_OUTCOME_UNKNOWN also where its tool is gone or has changed', async () => {
  const starts: string[] = [];
  const changes = [{ description: 'changed' }, { annotations: { idempotent: true } }];
  for (const tools of [[], ...changes.map((more) => [noted('one__do', starts, more)])]) {
    await inStateRoot(async (stateRoot) => {
      let turnId = '';
      await killEngine('call', stateRoot, (said) => {
        turnId = said.replace('calling ', '');
      });
      const outcome = await resumeWith(
        { stateRoot, turnId, starts: [] },
        { model: fakeModel(says('done')), tools },
      );
      expect(codes(outcome)).toEqual(['E_TOOL_OUTCOME_UNKNOWN']);
      expect(starts).toEqual([]);
    });
  }
}, 60_000);

test('a changed model goes on where the other was', async () => {
  await withCutTurn(async (cut) => {
    const model = { ...fakeModel(says('I am the new one')), provider: 'other', modelId: 'other-2' };
    const tools = [noted('one__do', cut.starts), noted('two__do', cut.starts)];
    const outcome = await resumeWith(cut, { model, tools });
    expect(outcome).toMatchObject({ status: 'completed', output: 'I am the new one' });
    expect(codes(outcome)).toEqual(['ok', 'ok', 'ok']);
  });
});

test('turns of an agent that is no longer in the bundle wait for it: nobody else sees them, and they go on once it is back', async () => {
  await withCutTurn(async (cut) => {
    const { stateRoot, turnId, starts } = cut;
    const other = await openEngine({ stateRoot, agents: [{ name: 'other' }] });
    expect(other.openTurns()).toEqual([]);
    expect(other.resume()).toEqual([]);
    expect(await failureOf(other.attach(turnId))).toMatchObject({ code: 'E_AGENT_TURN_NOT_FOUND' });
    expect(await failureOf(other.send(helper, eventNamed('e2')))).toMatchObject({
      code: 'E_AGENT_NOT_FOUND',
    });
    expect(await other.cancel(turnId)).toBe(false);
    const elsewhere = await other.request({ agent: 'other', instanceKey: 'default' }, eventNamed('e2'));
    expect(elsewhere.status).toBe('completed');
    await other.stop();

    const tools = [noted('one__do', starts), noted('two__do', starts)];
    const outcome = await resumeWith(cut, { model: fakeModel(says('done')), tools });
    expect(codes(outcome)).toEqual(['ok', 'ok', 'ok']);
  });
});

test('PEND-2: an outcome for an agent that is no longer in the bundle keeps nothing from starting, and is delivered once it is back', async () => {
  await inStateRoot(async (stateRoot) => {
    const first = await openEngine({ stateRoot, agents: [{}] });
    const call = { agentName: 'helper', instanceKey: 'default', turnId: 't1', toolCallId: 'c1' };
    await first.claimHandle('job-1', { ...call, toolName: 'job__run', idempotencyKey: 'k1' });
    await first.claimHandle('job-2', { ...call, toolName: 'job__run', idempotencyKey: 'k2' });
    await first.stop();

    const heard = memoryConsole();
    const without = await openEngine({ stateRoot, agents: [{ name: 'other' }], logger: heard.logger });
    await without.complete('job-1', { done: 1 });
    await without.stop();
    const still = await openEngine({ stateRoot, agents: [{ name: 'other' }], logger: heard.logger });
    await still.complete('job-2', { done: 2 });
    await still.stop();
    expect(heard.text()).toContain("'job-1'");
    expect(heard.text()).toContain("'helper' is no longer in the bundle");

    const model = fakeModel(says('I heard it'));
    const back = await openEngine({ stateRoot, agents: [{ model }] });
    const waiting = back.openTurns();
    expect(waiting.map(({ event, isBegun }) => `${event.id} ${isBegun}`).toSorted()).toEqual([
      'handle/job-1 false',
      'handle/job-2 false',
    ]);
    // A start takes over; it begins nothing.
    expect(model.requests.length).toBe(0);
    back.resume();
    for (const { turnId } of waiting)
      expect(await back.attach(turnId)).toMatchObject({ status: 'completed' });
    await back.stop();
    const once = await openEngine({ stateRoot, agents: [{ model }] });
    expect(once.openTurns()).toEqual([]);
    await once.stop();
  });
});
