import { describe, expect, test } from 'bun:test';
import { engines, withTeam } from './support/team.ts';

const cancelled = {
  status: 'cancelled',
  error: { code: 'E_AGENT_CANCELLED', message: 'whoever asked for it was cancelled' },
};

describe.each(engines)('a caller that is cancelled, processes: %s', (processes) => {
  test('COMM-2: ends the turn it waits for, and that the one it waits for', () =>
    withTeam(processes, async (team) => {
      const turnId = await team.send('boss', 'ask helper ask third hang');
      const hanging = await team.until({ type: 'tool.started', toolName: 'probe__hang' });
      const helper = (await team.engine.openTurns()).find(({ agent }) => agent === 'helper');
      expect(await team.engine.cancel(turnId, 'enough')).toBe(true);
      expect(await team.engine.attach(turnId)).toMatchObject({
        status: 'cancelled',
        error: { message: 'enough' },
      });
      expect(await team.engine.attach(helper?.turnId ?? '')).toMatchObject(cancelled);
      expect(await team.engine.attach(hanging.turnId)).toMatchObject({
        ...cancelled,
        toolCalls: [{ name: 'probe__hang', result: { error: { code: 'E_TOOL_CANCELLED' } } }],
      });
      expect((await team.ask('boss', 'ask helper ask third echo again')).output).toBe('again');
    }));

  test('COMM-2: ends one that has not begun, and not the one before it', () =>
    withTeam(processes, async (team) => {
      const before = await team.send('helper', 'hang');
      await team.until({ type: 'tool.started', toolName: 'probe__hang' });
      const turnId = await team.send('boss', 'ask helper note never');
      await team.until({ type: 'tool.started', toolName: 'agents__request' });
      const queued = async (): Promise<string> => {
        for (;;) {
          const turn = (await team.engine.openTurns()).find(
            ({ agent, turnId: id }) => agent === 'helper' && id !== before,
          );
          if (turn !== undefined) return turn.turnId;
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const theirs = await queued();
      await team.engine.cancel(turnId);
      expect((await team.engine.attach(turnId)).status).toBe('cancelled');
      expect(await team.engine.attach(theirs)).toMatchObject({ ...cancelled, steps: 0 });
      expect((await team.engine.openTurns()).map((turn) => turn.turnId)).toEqual([before]);
      await team.engine.cancel(before);
      expect(await team.effects()).toEqual([]);
    }));

  test('COMM-3, HAND-1: does not end what it does not wait for', () =>
    withTeam(processes, async (team) => {
      await team.ask('boss', 'tell helper hang');
      await team.ask('boss', 'hand third hang');
      await team.until({ type: 'tool.started', toolName: 'probe__hang' }, 2);
      const turnId = await team.send('boss', 'hang');
      await team.until({ type: 'tool.started', toolName: 'probe__hang' }, 3);
      await team.engine.cancel(turnId);
      expect((await team.engine.attach(turnId)).status).toBe('cancelled');
      expect((await team.engine.openTurns()).map(({ agent }) => agent).toSorted()).toEqual([
        'helper',
        'third',
      ]);
    }));
});
