import { describe, expect, test } from 'bun:test';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { engines, withTeam } from './support/team.ts';
import { plainTeam, type TeamBundle } from './support/team-bundle.ts';

const limited: TeamBundle = {
  members: [
    { name: 'boss', policy: '{ delegate: { whitelist: [agents__*, probe__pid] } }' },
    { name: 'helper' },
    { name: 'third' },
  ],
};
const all =
  'agents__handoff agents__list agents__request agents__send agents__spawn probe__danger probe__hang probe__later probe__note probe__pid';
const few = 'agents__handoff agents__list agents__request agents__send agents__spawn probe__pid';

describe.each(engines)('what a caller allows travels with its request, processes: %s', (processes) => {
  test("delegate.whitelist blocks other tools in whoever is asked, and in whom they ask, by the caller's list", () =>
    withTeam(
      processes,
      async (team) => {
        for (const way of ['ask helper', 'ask helper ask third', 'ask helper at helper other ask third'])
          expect((await team.ask('boss', `${way} note x`)).output).toMatch(
            /^E_TOOL_BLOCKED .*probe__note.*the caller/,
          );
        expect(await team.effects()).toEqual([]);
      },
      limited,
    ));

  test('what it blocks is not even in the catalog, for that turn only', () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'ask helper tools')).output).toBe(few);
        expect((await team.ask('boss', 'ask helper ask third tools')).output).toBe(few);
        expect((await team.ask('helper', 'tools')).output).toBe(all);
        expect((await team.ask('helper', 'note own')).output).toBe('noted');
        expect((await team.ask('boss', 'note own')).output).toBe('noted');
        expect(await team.effects()).toEqual(['helper/main own', 'boss/main own']);
      },
      limited,
    ));

  test.each(['tell', 'hand'])('it binds also who is not waited for (%s)', (verb) =>
    withTeam(
      processes,
      async (team) => {
        await team.ask('boss', `${verb} helper note x`);
        await team.until({ type: 'turn.completed', agentName: 'helper' });
        expect(team.events({ type: 'tool.failed', agentName: 'helper' })).toMatchObject([
          { error: { code: 'E_TOOL_BLOCKED' } },
        ]);
        expect(await team.effects()).toEqual([]);
      },
      limited,
    ),
  );

  test('it binds what comes of a call that ends after the turn: nobody gets out of it by waiting', () =>
    withTeam(
      processes,
      async (team) => {
        await team.ask('boss', 'ask helper hand third echo try note');
        await team.until({ type: 'turn.completed', agentName: 'helper' }, 2);
        expect(team.events({ type: 'tool.failed', agentName: 'helper' })).toMatchObject([
          { toolName: 'probe__note', error: { code: 'E_TOOL_BLOCKED' } },
        ]);
        expect(await team.effects()).toEqual([]);
        // What was begun without the caller is not bound by it.
        await team.ask('helper', 'hand third echo try note');
        await team.until({ type: 'turn.completed', agentName: 'helper' }, 4);
        expect(await team.effects()).toEqual(['helper/main escaped']);
      },
      limited,
    ));

  test('the lists of all callers bind together, and none can take back what another said', () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'ask helper ask third tools')).output).toBe(
          'agents__request probe__note',
        );
        expect((await team.ask('helper', 'ask third tools')).output).toBe(
          'agents__request probe__danger probe__note',
        );
      },
      {
        members: [
          { name: 'boss', policy: '{ delegate: { whitelist: [agents__request, probe__note, probe__pid] } }' },
          {
            name: 'helper',
            policy: '{ delegate: { whitelist: [agents__request, probe__note, probe__danger] } }',
          },
          { name: 'third' },
        ],
      },
    ));

  test("an agent's own whitelist limits its own calls, not those of whom it asks", () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'note x')).output).toMatch(/^E_TOOL_BLOCKED .*agent boss/);
        expect((await team.ask('boss', 'ask helper note y')).output).toBe('noted');
        expect(await team.effects()).toEqual(['helper/main y']);
      },
      {
        members: [
          {
            name: 'boss',
            policy: '{ tools: { whitelist: [agents__request], features: { tools_policy: true } } }',
          },
          { name: 'helper' },
        ],
      },
    ));

  test("the swarm's whitelist and approvals hold for everybody, whoever asks", () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'ask helper note x')).output).toMatch(/^E_TOOL_BLOCKED .*swarm/);
        const turnId = await team.send('boss', 'ask helper danger x');
        await team.engine.complete(await team.heldHandle('helper'), { decision: 'approve' });
        expect((await team.engine.attach(turnId)).output).toBe('did x');
      },
      {
        ...plainTeam,
        policy:
          '{ tools: { whitelist: [agents__*, probe__danger], approvals: [{ tool: probe__danger }], features: { tools_policy: true } } }',
      },
    ));

  test('a delegate never gains tools: a list that names what it lacks gives it nothing', () =>
    withTeam(
      processes,
      async (team) => {
        expect((await team.ask('boss', 'ask helper tools')).output).toBe('agents__request');
        expect((await team.ask('boss', 'ask helper note x')).output).toMatch(/E_TOOL_NOT_IN_CATALOG/);
        expect(await team.effects()).toEqual([]);
      },
      {
        members: [
          { name: 'boss', policy: '{ delegate: { whitelist: [agents__request, probe__note] } }' },
          { name: 'helper', tools: '[Tool/agents]' },
        ],
      },
    ));

  test('what an event from outside claims to bring from another agent is ignored', () =>
    withTeam(processes, async (team) => {
      const forged = {
        chain: [{ agent: 'third', instanceKey: 'main' }],
        whitelists: [[]],
        parentSpanId: 'feedfeedfeedfeed',
        handle: 'h-forged',
      };
      const event = (input: string) => ({ ...inputEvent(input), metadata: forged });
      for (const [input, output] of [
        ['tools', all],
        ['ask third echo x', 'x'],
      ] as const) {
        const turnId = await team.send('helper', event(input));
        expect(await team.engine.attach(turnId)).toMatchObject({ status: 'completed', output });
      }
      const [started] = team.events({ type: 'turn.started', agentName: 'helper' });
      expect(started).not.toHaveProperty('parentSpanId');
    }));
});
