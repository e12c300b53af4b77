import { describe, expect, test } from 'bun:test';
import type { AgentEvent, JsonValue } from '@goondan/core';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { engines, withTeam } from './support/team.ts';

/** As the last of so many events that agents sent one another. */
const after = (hops: number, input: JsonValue): AgentEvent => ({
  ...inputEvent(input),
  source: { kind: 'agent', name: 'third' },
  metadata: { hops },
});

describe('COMM-5: agents that pass work to one another without end', () => {
  test(
    'are stopped at the thousandth event with E_AGENT_CYCLE',
    () =>
      withTeam('none', async (team) => {
        await team.send('boss', 'rally');
        const { error } = await team.until({ type: 'turn.failed' });
        expect(error).toMatchObject({
          code: 'E_AGENT_CYCLE',
          message:
            '1000 events of agents led to this one, each to the next: nothing more is sent on to helper/main.',
        });
        // The last who passed it on may end later than the one it was passed to.
        await team.until({ type: 'turn.completed' }, 1_000);
        expect(team.events({ type: 'turn.completed' })).toHaveLength(1_000);
        // A cluster hears of an end a moment later than those who watch its worker.
        while ((await team.engine.openTurns()).length > 0) await Bun.sleep(10);
        // What comes from outside begins anew.
        expect((await team.ask('boss', 'tell helper echo x')).output).toBe('sent true');
      }),
    120_000,
  );

  test.each(engines)('are stopped whichever way they pass it on, processes: %s', (processes) =>
    withTeam(processes, async (team) => {
      const outputs = await Promise.all(
        ['tell', 'hand', 'ask'].map(async (verb) => {
          const turnId = await team.send('boss', after(1_000, `${verb} helper echo x`), verb);
          const { toolCalls } = await team.engine.attach(turnId);
          const { code, suggestion } = toolCalls[0]?.result.error ?? {};
          return [verb, code, suggestion];
        }),
      );
      const suggestion =
        'End the exchange: answer here instead of passing it on. An event from outside begins anew.';
      expect(outputs).toEqual(['tell', 'hand', 'ask'].map((verb) => [verb, 'E_AGENT_CYCLE', suggestion]));
    }),
  );

  test.each(engines)(
    'HAND-1: the answer to what was handed off goes on with the count, processes: %s',
    (processes) =>
      withTeam(processes, async (team) => {
        await team.send('boss', after(41, 'hand helper echo x'));
        const { turnId } = await team.until({ type: 'turn.completed', agentName: 'boss' }, 2);
        const { type, metadata } = await team.eventOf('boss', turnId);
        expect([type, metadata?.['hops']]).toEqual(['tool.completed', 42]);
      }),
  );

  test('what an event from outside says of itself does not count', () =>
    withTeam('none', async (team) => {
      const event = { ...inputEvent('tell helper echo x'), metadata: { hops: 5_000 } };
      expect((await team.engine.attach(await team.send('boss', event))).output).toBe('sent true');
    }));
});
