import { describe, expect, test } from 'bun:test';
import { approvedTeam, engines, withTeam } from './support/team.ts';

describe.each(engines)('agents__send, agents__list and agents__spawn, processes: %s', (processes) => {
  test('COMM-3: send answers {sent: true} at once, though the target is far from done', () =>
    withTeam(
      processes,
      async (team) => {
        const result = await team.call('boss', 'agents__send', { target: 'helper', input: 'danger x' });
        expect(result).toMatchObject({ status: 'ok', output: { sent: true } });
        const handle = await team.heldHandle('helper');
        const [open] = await team.engine.openTurns();
        expect(open).toMatchObject({ agent: 'helper', instanceKey: 'main' });
        expect(open?.event).toMatchObject({ type: 'agent.message', input: 'danger x' });
        expect(open?.event).not.toHaveProperty('replyTo');
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(open?.turnId ?? '')).output).toBe('did x');
      },
      approvedTeam,
    ));

  test('COMM-3: one may tell whoever waits for oneself: that is no cycle', () =>
    withTeam(processes, async (team) => {
      expect((await team.ask('boss', 'ask helper tell boss note heard')).output).toBe('sent true');
      await team.until({ type: 'turn.completed', agentName: 'boss' }, 2);
      expect(await team.effects()).toEqual(['boss/main heard']);
    }));

  test('COMM-7: a target that does not run yet is started, in the conversation of the same key, and no event is lost or reordered', () =>
    withTeam(processes, async (team) => {
      const told = Array.from({ length: 20 }, (_, index) => `note ${index}`);
      const sent = await Promise.all(
        told.map((input, index) =>
          team.call('boss', 'agents__send', { target: 'helper', input }, index % 2 === 0 ? 'even' : 'odd'),
        ),
      );
      expect(sent.map(({ output }) => output)).toEqual(told.map(() => ({ sent: true })));
      await team.until({ type: 'turn.completed', agentName: 'helper' }, told.length);
      const effects = await team.effects();
      const of = (key: string): string[] => effects.filter((line) => line.startsWith(`helper/${key} `));
      const numbers = told.map((_, index) => index);
      expect(of('even')).toEqual(numbers.filter((n) => n % 2 === 0).map((n) => `helper/even ${n}`));
      expect(of('odd')).toEqual(numbers.filter((n) => n % 2 === 1).map((n) => `helper/odd ${n}`));
      expect(effects).toHaveLength(told.length);
    }));

  test('agents__list names every agent with its conversations; one that was spawned is among them, also after a restart', () =>
    withTeam(processes, async (team) => {
      const list = async (): Promise<unknown> => (await team.call('boss', 'agents__list', {})).output;
      expect(await list()).toEqual({
        agents: [
          { agent: 'boss', instances: ['main'] },
          { agent: 'helper', instances: [] },
          { agent: 'third', instances: [] },
        ],
      });
      const spawn = { target: 'helper', instanceKey: 'night/shift 밤' };
      for (const _ of ['once', 'again'])
        expect((await team.call('boss', 'agents__spawn', spawn)).output).toEqual({
          instanceKey: spawn.instanceKey,
        });
      const after = {
        agents: [
          { agent: 'boss', instances: ['main'] },
          { agent: 'helper', instances: [spawn.instanceKey] },
          { agent: 'third', instances: [] },
        ],
      };
      expect(await list()).toEqual(after);
      await team.restart();
      expect(await list()).toEqual(after);
      expect(await team.engine.openTurns()).toEqual([]);
      expect((await team.ask('boss', 'ask helper event', spawn.instanceKey)).status).toBe('completed');
    }));

  test('COMM-6: what a model gets wrong about the tools is told to it', () =>
    withTeam(processes, async (team) => {
      const wrong = [
        ['agents__request', { input: 'x' }],
        ['agents__request', { target: '', input: 'x' }],
        ['agents__request', { target: 'helper', input: 'x', timeoutMs: 0 }],
        ['agents__send', { target: 'helper' }],
        ['agents__handoff', { target: 'helper', input: 'x', timeoutMs: 5 }],
        ['agents__spawn', { target: 'helper' }],
        ['agents__list', { all: true }],
      ] as const;
      for (const [tool, args] of wrong)
        expect([tool, (await team.call('boss', tool, args)).error?.code]).toEqual([
          tool,
          'E_TOOL_INVALID_ARGS',
        ]);
      expect(team.events({ agentName: 'helper' })).toEqual([]);
    }));
});
