import { describe, expect, test } from 'bun:test';
import { engines, withTeam, type Team } from './support/team.ts';

describe.each(engines)('agents__request, processes: %s', (processes) => {
  test('COMM-1, COMM-2: the target gets an event with replyTo, its id and trace, and the answer comes back', () =>
    withTeam(processes, async (team) => {
      const turnId = await team.send('boss', 'ask helper event', 'k1');
      const outcome = await team.engine.attach(turnId);
      const event = await team.eventOf('helper', await turnOf(team, 'helper'));
      expect(event).toEqual({
        id: `${turnId}/s0/c0/request1`,
        type: 'agent.request',
        createdAt: (await team.eventOf('boss', turnId)).createdAt,
        input: 'event',
        instanceKey: 'k1',
        source: { kind: 'agent', name: 'boss' },
        replyTo: { target: 'boss', correlationId: `${turnId}/s0/c0/request1` },
        traceId: outcome.traceId,
        metadata: {
          hops: 1,
          chain: [{ agent: 'boss', instanceKey: 'k1' }],
          parentSpanId: team.events({ type: 'tool.started', agentName: 'boss' })[0]?.spanId ?? '',
        },
      });
      expect(outcome.toolCalls[0]?.result).toMatchObject({ status: 'ok', output: { output: { ...event } } });
    }));

  test('COMM-5: a target that does not exist is E_AGENT_NOT_FOUND with the nearest name, and the turn goes on', () =>
    withTeam(processes, async (team) => {
      for (const tool of ['agents__request', 'agents__send', 'agents__handoff', 'agents__spawn']) {
        const args = tool === 'agents__spawn' ? { instanceKey: 'x' } : { input: 'echo x' };
        const result = await team.call('boss', tool, { target: 'helpr', ...args });
        const { code, message, suggestion } = result.error ?? {};
        expect([tool, code, message, suggestion]).toEqual([
          tool,
          'E_AGENT_NOT_FOUND',
          "There is no agent 'helpr'.",
          "Did you mean 'helper'?",
        ]);
      }
      expect((await team.ask('boss', 'ask nobody-at-all x')).output).toStartWith('E_AGENT_NOT_FOUND');
    }));

  test('COMM-5: no answer in time is E_AGENT_TIMEOUT, naming whom and how long; the other turn stays its own', () =>
    withTeam(processes, async (team) => {
      const args = { target: 'helper', input: 'hang', timeoutMs: 40 };
      const result = await team.call('boss', 'agents__request', args);
      expect(result.error).toMatchObject({
        code: 'E_AGENT_TIMEOUT',
        message: 'helper/main did not answer within 40 ms.',
      });
      const [open] = await team.engine.openTurns();
      expect(open).toMatchObject({ agent: 'helper', instanceKey: 'main' });
      expect(await team.engine.cancel(open?.turnId ?? '')).toBe(true);
      expect((await team.ask('boss', 'ask helper echo again')).output).toBe('again');
    }));

  test('COMM-5: asking oneself, or back along the chain, is E_AGENT_CYCLE and says the way', () =>
    withTeam(processes, async (team) => {
      expect((await team.ask('boss', 'ask boss echo x')).output).toBe(
        'E_AGENT_CYCLE boss/main waits for this very answer: boss/main → boss/main.',
      );
      expect((await team.ask('boss', 'ask helper ask third ask boss echo x')).output).toBe(
        'E_AGENT_CYCLE boss/main waits for this very answer: boss/main → helper/main → third/main → boss/main.',
      );
      // Another conversation of the same agent is no cycle.
      expect((await team.ask('boss', 'ask helper at boss other echo x')).output).toBe('x');
    }));

  test('COMM-5: sixteen may wait for one another, one more is E_AGENT_CYCLE', () =>
    withTeam(processes, async (team) => {
      const chain = (length: number): string =>
        `${Array.from({ length }, (_, index) => `at helper ${index} `).join('')}echo end`;
      expect((await team.ask('boss', chain(16), 'deep')).output).toBe('end');
      expect((await team.ask('boss', chain(17), 'deeper')).output).toBe(
        'E_AGENT_CYCLE More than 16 agents would wait for one another.',
      );
    }));

  test('COMM-5: a target whose turn fails is E_AGENT_FAILED with the reason, and so is one that was cancelled', () =>
    withTeam(processes, async (team) => {
      expect((await team.ask('boss', 'ask helper no such rule')).output).toMatch(
        /^E_AGENT_FAILED helper\/main did not answer: E_MODEL_SCRIPT: No rule of the script answers/,
      );
      const turnId = await team.send('boss', 'ask helper hang');
      const { turnId: theirs } = await team.until({ type: 'tool.started', toolName: 'probe__hang' });
      await team.engine.cancel(theirs, 'enough');
      expect((await team.engine.attach(turnId)).output).toMatch(
        /^E_AGENT_FAILED helper\/main did not answer: E_AGENT_CANCELLED: enough/,
      );
    }));

  test('COMM-5: a target that cannot be loaded is E_AGENT_FAILED with the reason', () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'ask helper echo x')).output).toMatch(
          /^E_AGENT_FAILED helper\/main did not answer: E_EXTENSION_INIT: .*out of order/,
        );
      },
      { members: [{ name: 'boss' }, { name: 'helper', extensions: '[Extension/broken]' }] },
    ));

  test('COMM-2: a hundred conversations ask at once, three at a time each: no answer goes to another', () =>
    withTeam(processes, async (team) => {
      const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
      const asked = keys.flatMap((key) =>
        ['own', 'shared', 'other'].map(async (kind) => {
          const where = kind === 'own' ? {} : { instanceKey: kind === 'shared' ? 'shared' : `of-${key}` };
          const input = `echo ${kind} ${key}`;
          const result = await team.call(
            'boss',
            'agents__request',
            { target: 'helper', input, ...where },
            key,
          );
          return { input, output: result.output };
        }),
      );
      const mixedUp = (await Promise.all(asked)).filter(
        ({ input, output }) => JSON.stringify(output) !== JSON.stringify({ output: input.slice(5) }),
      );
      expect(mixedUp).toEqual([]);
    }));
});

async function turnOf(team: Team, agentName: string): Promise<string> {
  return (await team.until({ type: 'turn.completed', agentName })).turnId;
}
