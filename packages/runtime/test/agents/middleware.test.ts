import { describe, expect, test } from 'bun:test';
import { engines, withTeam } from './support/team.ts';

describe.each(engines)('middleware that talks to agents, processes: %s', (processes) => {
  test.each(['turn', 'step'])('%s middleware asks another agent and has its answer (COMM-2)', (kind) =>
    withTeam(processes, async (team) => {
      const outcome = await team.ask('boss', `${kind} middleware asks`);
      expect(outcome).toMatchObject({ status: 'completed', output: `by the ${kind}` });
      const [started, ...more] = team.events({ type: 'turn.started', agentName: 'helper' });
      expect(more).toEqual([]);
      expect(started).toMatchObject({ traceId: outcome.traceId, instanceKey: 'main' });
      const [caller] = team.events({ type: 'turn.started', agentName: 'boss' });
      if (kind === 'turn') expect(started?.parentSpanId).toBe(caller?.spanId);
      else expect(started?.parentSpanId).toBeString();
    }),
  );

  test.each(['turn', 'step'])('%s middleware tells another agent without waiting (COMM-3)', (kind) =>
    withTeam(processes, async (team) => {
      expect((await team.ask('boss', `${kind} middleware tells`)).output).toBe('told');
      await team.until({ type: 'turn.completed', agentName: 'helper' });
      expect(await team.effects()).toEqual([`helper/main by the ${kind}`]);
    }),
  );

  test('a chain through middleware is a chain: back to who waits is a cycle', () =>
    withTeam(processes, async (team) => {
      const outcome = await team.ask('helper', 'ask boss turn middleware asks');
      expect(outcome.output).toBe(
        'E_AGENT_FAILED boss/main did not answer: E_AGENT_CYCLE: helper/main waits for this very answer: helper/main → boss/main → helper/main.',
      );
    }));
});
