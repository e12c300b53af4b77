import { describe, expect, test } from 'bun:test';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { traceOf } from '../../src/telemetry/trace.ts';
import { approvedTeam, engines, withTeam, type Team } from './support/team.ts';

describe.each(engines)('COMM-4, one trace across agents, processes: %s', (processes) => {
  test('the turn of whoever is asked is a child of the call that asked, down to the last agent', () =>
    withTeam(processes, async (team) => {
      const { traceId, status } = await team.ask('boss', 'ask helper ask third note x');
      expect(status).toBe('completed');
      const tree = treeOf(team, traceId);
      expect(tree).toEqual([
        'boss turn',
        '  boss step 1',
        '    boss agents__request',
        '      helper turn',
        '        helper step 1',
        '          helper agents__request',
        '            third turn',
        '              third step 1',
        '                third probe__note',
        '              third step 2',
        '        helper step 2',
        '  boss step 2',
      ]);
      expect(new Set(team.events({}).map((event) => event.traceId))).toEqual(new Set([traceId]));
    }));

  test.each(['tell', 'hand'])('so is that of an agent that is not waited for (%s)', (verb) =>
    withTeam(processes, async (team) => {
      const { traceId } = await team.ask('boss', `${verb} helper note x`);
      await team.until({ type: 'turn.completed', agentName: 'helper' });
      const tool = verb === 'tell' ? 'agents__send' : 'agents__handoff';
      const tree = treeOf(team, traceId);
      expect(tree.slice(tree.indexOf(`    boss ${tool}`)).slice(0, 2)).toEqual([
        `    boss ${tool}`,
        '      helper turn',
      ]);
    }),
  );

  test('what the other does is seen while the caller still waits', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', inputEvent('ask helper both x'));
        const handle = await team.heldHandle('helper');
        await team.until({ type: 'tool.completed', agentName: 'helper', toolName: 'probe__note' });
        expect(team.events({ type: 'turn.completed' })).toEqual([]);
        const [caller] = team.events({ type: 'tool.started', agentName: 'boss' });
        expect(team.events({ type: 'turn.started', agentName: 'helper' })).toMatchObject([
          { parentSpanId: caller?.spanId, traceId: caller?.traceId },
        ]);
        expect(team.told.some(({ type, agentName }) => type === 'delta' && agentName === 'boss')).toBe(false);
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).status).toBe('completed');
        expect(team.told.some(({ type, agentName }) => type === 'delta' && agentName === 'helper')).toBe(
          true,
        );
      },
      approvedTeam,
    ));
});

function treeOf(team: Team, traceId: string): string[] {
  const spans = traceOf(team.events({})).filter((span) => span.traceId === traceId);
  const below = (parent: string | null, depth: number): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .flatMap(({ spanId, agentName, name }) => [
        `${'  '.repeat(depth)}${agentName} ${name}`,
        ...below(spanId, depth + 1),
      ]);
  const tree = below(null, 0);
  expect(tree).toHaveLength(spans.length);
  return tree;
}
