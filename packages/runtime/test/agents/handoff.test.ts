import { describe, expect, test } from 'bun:test';
import { isRecord, type JsonValue } from '@goondan/core';
import { listHandles } from '../../src/inspect/handle-view.ts';
import { approvedTeam, engines, withTeam, type Team } from './support/team.ts';

describe.each(engines)('HAND-1: agents__handoff, processes: %s', (processes) => {
  test('is pending under a handle at once; the answer comes as tool.completed, with the handle, call and correlation', () =>
    withTeam(
      processes,
      async (team) => {
        const outcome = await team.ask('boss', 'hand helper danger x');
        const result = outcome.toolCalls[0]?.result;
        expect([result?.status, outcome.output]).toEqual(['pending', result?.handle]);
        expect(result?.handle).toMatch(/^h-[0-9a-f]{12}$/);
        await team.engine.complete(await team.heldHandle('helper'), { decision: 'approve' });
        const [back, ...more] = await completions(team);
        expect(more).toEqual([]);
        expect(back?.input).toEqual({
          handle: result?.handle ?? '',
          toolName: 'agents__handoff',
          toolCallId: outcome.toolCalls[0]?.id ?? '',
          turnId: outcome.turnId,
          outcome: { status: 'ok', output: 'did x' },
        });
        expect(back?.correlationId).toBe(`${outcome.turnId}/s0/c0/handoff1`);
        expect(back?.traceId).toBe(outcome.traceId);
        expect(back?.output).toContain(`was pending under the handle ${result?.handle}`);
      },
      approvedTeam,
    ));

  test('the target sees whom the answer goes to, and that nobody waits', () =>
    withTeam(processes, async (team) => {
      const { turnId } = await team.ask('boss', 'hand helper event');
      const [back] = await completions(team);
      expect(back?.input).toMatchObject({
        outcome: {
          output: {
            id: `${turnId}/s0/c0/handoff1`,
            type: 'agent.message',
            instanceKey: 'main',
            source: { kind: 'agent', name: 'boss' },
            replyTo: { target: 'boss', correlationId: `${turnId}/s0/c0/handoff1` },
          },
        },
      });
    }));

  const failures = [
    ['a turn that fails', 'no such rule', 'E_MODEL_SCRIPT'],
    ['a turn that is cancelled while it runs', 'danger x', 'E_AGENT_CANCELLED'],
  ] as const;
  test.each(failures)('%s is told as well', (_what, work, code) =>
    withTeam(
      processes,
      async (team) => {
        await team.ask('boss', `hand helper ${work}`);
        if (code === 'E_AGENT_CANCELLED') {
          const { turnId } = await team.until({ type: 'tool.held', agentName: 'helper' });
          await team.engine.cancel(turnId, 'enough');
        }
        const [back] = await completions(team);
        expect(back?.input).toMatchObject({ outcome: { status: 'error', error: { code } } });
      },
      approvedTeam,
    ),
  );

  test('so is one that is cancelled before it begins', () =>
    withTeam(
      processes,
      async (team) => {
        await team.send('helper', 'danger first');
        await team.heldHandle('helper');
        await team.ask('boss', 'hand helper echo second');
        const second = (await team.engine.openTurns()).find(({ event }) => event.input === 'echo second');
        expect(await team.engine.cancel(second?.turnId ?? '', 'not needed')).toBe(true);
        const [back] = await completions(team);
        expect(back?.input).toMatchObject({
          outcome: { status: 'error', error: { code: 'E_AGENT_CANCELLED', message: 'not needed' } },
        });
      },
      approvedTeam,
    ));

  test('so is an agent that cannot be loaded', () =>
    withTeam(
      processes,
      async (team) => {
        await team.ask('boss', 'hand helper echo x');
        const [back] = await completions(team);
        expect(back?.input).toMatchObject({
          outcome: { status: 'error', error: { code: 'E_EXTENSION_INIT' } },
        });
      },
      { members: [{ name: 'boss' }, { name: 'helper', extensions: '[Extension/broken]' }] },
    ));

  test('a target that does not exist leaves no handle behind', () =>
    withTeam(processes, async (team) => {
      expect((await team.ask('boss', 'hand helpr echo x')).output).toStartWith('E_AGENT_NOT_FOUND');
      expect(await listHandles(team.layout.handles)).toEqual([]);
    }));

  test('the answer comes once across a restart, whether it was given before or after', () =>
    withTeam(
      processes,
      async (team) => {
        const first = await team.ask('boss', 'hand helper danger x');
        const handle = await team.heldHandle('helper');
        await team.restart();
        await team.engine.resume();
        await team.engine.complete(handle, { decision: 'approve' });
        const given = await completions(team);
        expect(given.map(({ input }) => isRecord(input) && input.handle)).toEqual([
          first.toolCalls[0]?.result.handle,
        ]);
        await team.restart();
        // The helper's turn may have been cut after it had answered and before it ended.
        for (const { turnId } of await team.engine.resume()) await team.engine.attach(turnId);
        expect((await team.ask('boss', 'echo after')).output).toBe('after');
        expect(await team.engine.openTurns()).toEqual([]);
        const turns = new Set(team.events({ agentName: 'boss' }).map(({ turnId }) => turnId));
        expect(turns.size).toBe(3);
        expect(await team.effects()).toEqual(['helper/main danger x']);
      },
      approvedTeam,
    ));

  test('one may hand work to oneself: it is done once this turn is over', () =>
    withTeam(processes, async (team) => {
      await team.ask('boss', 'hand boss note later');
      const [back] = await completions(team);
      expect(back?.input).toMatchObject({ outcome: { status: 'ok', output: 'noted' } });
    }));
});

interface Completion {
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly traceId: string;
  readonly correlationId: JsonValue;
}

/** The turns of the boss that brought an answer back, once there is one and it has ended. */
async function completions(team: Team): Promise<Completion[]> {
  const isBack = new Set<string>();
  for (let count = 1; isBack.size === 0; count += 1) {
    const { turnId } = await team.until({ type: 'turn.completed', agentName: 'boss' }, count);
    const event = await team.eventOf('boss', turnId);
    if (event.type === 'tool.completed') isBack.add(turnId);
  }
  for (const { turnId } of team.events({ type: 'turn.completed', agentName: 'boss' }))
    if ((await team.eventOf('boss', turnId)).type === 'tool.completed') isBack.add(turnId);
  return Promise.all(
    Array.from(isBack, async (turnId) => {
      const [outcome, { input = null, metadata }] = await Promise.all([
        team.engine.attach(turnId),
        team.eventOf('boss', turnId),
      ]);
      const { output = null, traceId } = outcome;
      return { input, output, traceId, correlationId: metadata?.['correlationId'] ?? null };
    }),
  );
}
