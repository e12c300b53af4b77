import { describe, expect, test } from 'bun:test';
import { toolCallEvent } from '../../src/swarm/input-event.ts';
import { approvedTeam, engines, withTeam, type Team } from './support/team.ts';

const timeoutMs = 2_000;

describe.each(engines)('PEND-3, POL-4: approvals inside whoever was asked, processes: %s', (processes) => {
  test('the timer of whoever waits stands still while a person decides, however long', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await request(team, { target: 'helper', input: 'danger x' });
        const handle = await team.heldHandle('helper');
        await untilTimedOut(team);
        await team.engine.complete(handle, { decision: 'approve' });
        const { toolCalls } = await team.engine.attach(turnId);
        expect(toolCalls[0]?.result).toMatchObject({ status: 'ok', output: { output: 'did x' } });
        expect(await team.effects()).toEqual(['helper/main danger x']);
      },
      approvedTeam,
    ));

  test('so do those of all who wait in a chain', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await request(team, { target: 'helper', input: 'ask third danger x' });
        const handle = await team.heldHandle('third');
        await untilTimedOut(team);
        await team.engine.complete(handle, { decision: 'approve' });
        const { toolCalls } = await team.engine.attach(turnId);
        expect(toolCalls[0]?.result.output).toEqual({ output: 'did x' });
      },
      approvedTeam,
    ));

  test('and that of whoever waits for a turn that stands behind the held one', () =>
    withTeam(
      processes,
      async (team) => {
        const held = await team.send('helper', 'danger x', 'main');
        const handle = await team.heldHandle('helper');
        const turnId = await request(team, { target: 'helper', input: 'echo next' });
        await untilTimedOut(team);
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(held)).output).toBe('did x');
        const { toolCalls } = await team.engine.attach(turnId);
        expect(toolCalls[0]?.result.output).toEqual({ output: 'next' });
      },
      approvedTeam,
    ));

  test('denied, whoever was asked is told and answers for itself', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', 'ask helper danger x');
        const handle = await team.heldHandle('helper');
        await team.engine.complete(handle, { decision: 'deny', note: 'not today' });
        expect((await team.engine.attach(turnId)).output).toMatch(/^E_TOOL_DENIED .*not today/);
        expect(await team.effects()).toEqual([]);
      },
      approvedTeam,
    ));

  test('held through a restart: approved in the next life, past the time that was left, it is answered', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await request(team, { target: 'helper', input: 'danger x' });
        const handle = await team.heldHandle('helper');
        const { turnId: theirs } = await team.until({ type: 'tool.held', agentName: 'helper' });
        await untilTimedOut(team);
        await team.restart();
        await team.engine.complete(handle, { decision: 'approve' });
        await team.engine.resume({ agent: 'helper', instanceKey: 'main' });
        expect((await team.engine.attach(theirs)).output).toBe('did x');
        await team.engine.resume({ agent: 'boss' });
        const { toolCalls } = await team.engine.attach(turnId);
        expect(toolCalls[0]?.result).toMatchObject({ status: 'ok', output: { output: 'did x' } });
        expect(await team.effects()).toEqual(['helper/main danger x']);
      },
      approvedTeam,
    ));

  test('a request may itself be held: it is not sent before, and not at all when it is denied', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', 'ask helper note x');
        const handle = await team.heldHandle('boss');
        expect(team.events({ agentName: 'helper' })).toEqual([]);
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).output).toBe('noted');
        const other = await team.send('boss', 'ask helper note y');
        await team.engine.complete(await team.heldHandle('boss', 2), { decision: 'deny' });
        expect((await team.engine.attach(other)).output).toStartWith('E_TOOL_DENIED');
        expect(await team.effects()).toEqual(['helper/main x']);
      },
      { ...approvedTeam, policy: '{ tools: { approvals: [{ tool: agents__request }] } }' },
    ));
});

async function request(team: Team, args: { target: string; input: string }): Promise<string> {
  // How long it takes to start processes is not what is measured.
  await team.ask('boss', 'ask helper ask third echo warm', 'warm');
  const event = toolCallEvent({ name: 'agents__request', args: { ...args, timeoutMs } });
  return team.send('boss', event);
}

/** Another request of the same limit, which nobody holds, has begun later and is over. */
async function untilTimedOut(team: Team): Promise<void> {
  const args = { target: 'helper', instanceKey: 'hanging', input: 'hang', timeoutMs };
  const { error } = await team.call('boss', 'agents__request', args, 'control');
  expect(error?.code).toBe('E_AGENT_TIMEOUT');
}
