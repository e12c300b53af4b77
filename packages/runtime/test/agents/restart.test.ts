import { describe, expect, test } from 'bun:test';
import { approvedTeam, engines, withTeam } from './support/team.ts';

describe.each(engines)('SPEC §12: requests and restarts, processes: %s', (processes) => {
  test('a request that was under way is waited for again, and what was asked is not done twice', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', 'ask helper both x');
        const handle = await team.heldHandle('helper');
        await team.until({ type: 'tool.completed', agentName: 'helper' });
        await team.restart();
        await team.engine.resume();
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).status).toBe('completed');
        expect((await team.effects()).toSorted()).toEqual(['helper/main danger x', 'helper/main x']);
      },
      approvedTeam,
    ));

  test('to go on with the caller alone is enough: whom it waits for goes on too', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', 'ask helper ask third danger x');
        const handle = await team.heldHandle('third');
        await team.restart();
        await team.engine.complete(handle, { decision: 'approve' });
        // Where nothing waits to be resumed it may have ended by now; where it does, it ends by this alone.
        const others = (await team.engine.resume({ agent: 'boss' })).filter(({ agent }) => agent !== 'boss');
        expect(others).toEqual([]);
        expect((await team.engine.attach(turnId)).output).toBe('did x');
        expect(await team.effects()).toEqual(['third/main danger x']);
      },
      approvedTeam,
    ));

  test('answered while the caller was gone: it has the answer when it comes back', () =>
    withTeam(
      processes,
      async (team) => {
        const turnId = await team.send('boss', 'ask helper danger x');
        const handle = await team.heldHandle('helper');
        await team.restart();
        await team.engine.complete(handle, { decision: 'approve' });
        await team.engine.resume({ agent: 'helper' });
        const { turnId: theirs } = await team.until({ type: 'tool.held', agentName: 'helper' });
        expect((await team.engine.attach(theirs)).output).toBe('did x');
        await team.restart();
        await team.engine.resume();
        expect((await team.engine.attach(turnId)).output).toBe('did x');
        expect(team.events({ type: 'turn.completed', agentName: 'helper' })).toHaveLength(1);
        expect(await team.effects()).toEqual(['helper/main danger x']);
      },
      approvedTeam,
    ));
});

describe('SPEC §12: requests and kill -9', () => {
  test('of the process of whoever asked: it asks again and is answered by the same turn', () =>
    withTeam(
      'kept',
      async (team) => {
        const pid = await team.call('boss', 'probe__pid', {});
        const turnId = await team.send('boss', 'ask helper both x');
        const handle = await team.heldHandle('helper');
        await team.until({ type: 'tool.completed', agentName: 'helper' });
        process.kill(Number(pid.output), 'SIGKILL');
        await team.until({ type: 'turn.resumed', agentName: 'boss' });
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).status).toBe('completed');
        expect((await team.effects()).toSorted()).toEqual(['helper/main danger x', 'helper/main x']);
        expect(team.events({ type: 'turn.started', agentName: 'helper' })).toHaveLength(1);
        expect((await team.call('boss', 'probe__pid', {})).output).not.toBe(pid.output ?? null);
      },
      approvedTeam,
    ));

  test('again and again: who merely waits is not to blame, and is answered all the same', () =>
    withTeam(
      'kept',
      async (team) => {
        const turnId = await team.send('boss', 'ask helper danger x');
        const handle = await team.heldHandle('helper');
        for (const life of [1, 2, 3, 4]) {
          const pid = await team.call('boss', 'probe__pid', {}, 'other');
          process.kill(Number(pid.output), 'SIGKILL');
          await team.until({ type: 'turn.resumed', agentName: 'boss' }, life);
        }
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).output).toBe('did x');
        expect(await team.effects()).toEqual(['helper/main danger x']);
      },
      approvedTeam,
    ));

  test('of the process of whoever was asked: the caller waits through it', () =>
    withTeam(
      'kept',
      async (team) => {
        const pid = await team.call('helper', 'probe__pid', {});
        const turnId = await team.send('boss', 'ask helper both x');
        const handle = await team.heldHandle('helper');
        await team.until({ type: 'tool.completed', agentName: 'helper', toolName: 'probe__note' });
        // It is told when the handler has ended; by the time another conversation has got something done it is recorded.
        await team.call('helper', 'probe__pid', {}, 'other');
        process.kill(Number(pid.output), 'SIGKILL');
        await team.until({ type: 'turn.resumed', agentName: 'helper' });
        await team.engine.complete(handle, { decision: 'approve' });
        expect((await team.engine.attach(turnId)).output).toBe('noted');
        expect(await team.effects()).toContain('helper/main danger x');
        expect((await team.effects()).filter((line) => line === 'helper/main x')).toHaveLength(1);
      },
      approvedTeam,
    ));

  test('of the process of whoever handed off: the answer comes back to the next one, once', () =>
    withTeam(
      'kept',
      async (team) => {
        const pid = await team.call('boss', 'probe__pid', {});
        await team.ask('boss', 'hand helper danger x');
        const handle = await team.heldHandle('helper');
        process.kill(Number(pid.output), 'SIGKILL');
        await team.engine.complete(handle, { decision: 'approve' });
        const { turnId } = await team.until({ type: 'turn.completed', agentName: 'boss' }, 3);
        expect((await team.eventOf('boss', turnId)).type).toBe('tool.completed');
        expect((await team.ask('boss', 'echo after')).output).toBe('after');
        expect(team.events({ type: 'turn.completed', agentName: 'boss' })).toHaveLength(4);
      },
      approvedTeam,
    ));
});
