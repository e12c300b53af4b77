import { describe, expect, test } from 'bun:test';
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { answerHandle } from '../../src/inspect/handle-answer.ts';
import { listHandles } from '../../src/inspect/handle-view.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { eventOf, failureCode, withSwarm } from './a-swarm.ts';

const alice = { agent: 'hello', instanceKey: 'alice' };

describe('handles seen from outside', () => {
  test('PEND-1: a pending one is completed with no process running, once, and delivered by the next start', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      await swarm.engine.request(alice, inputEvent('later job-1'));
      await swarm.close();
      expect(await listHandles(layout.handles)).toMatchObject([
        { handle: 'job-1', status: 'pending', toolName: 'probe__later', agentName: 'hello' },
      ]);
      await answerHandle(layout.handles, 'job-1', { output: { v: 9 } });
      expect(await failureCode(answerHandle(layout.handles, 'job-1', { output: 1 }))).toBe(
        'E_HANDLE_COMPLETED',
      );
      expect(await listHandles(layout.handles)).toMatchObject([{ status: 'completed', outcome: { v: 9 } }]);
      const again = await open();
      await again.engine.start();
      expect(again.engine.openTurns()).toMatchObject([
        { ...alice, event: { type: 'tool.completed', input: { handle: 'job-1', outcome: { v: 9 } } } },
      ]);
      expect(await listHandles(layout.handles, layout.folder)).toMatchObject([{ status: 'delivered' }]);
      expect(await listHandles(layout.handles, '/elsewhere')).toEqual([]);
    });
  });

  test('PEND-3: a held one wants a decision, and none any more once its turn has ended', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      const held = eventOf(swarm, 'tool.held');
      const { turnId } = await swarm.engine.send(alice, inputEvent('danger'));
      await held;
      const [view] = await listHandles(layout.handles);
      expect(view).toMatchObject({
        status: 'held',
        about: { args: { text: 'boom' }, toolName: 'probe__danger' },
      });
      const handle = view?.handle ?? '';
      expect(await failureCode(answerHandle(layout.handles, handle, { output: 1 }))).toBe('E_HANDLE_KIND');
      await swarm.engine.cancel(turnId);
      await swarm.engine.attach(turnId);
      expect(await listHandles(layout.handles)).toMatchObject([{ status: 'expired' }]);
      expect(await failureCode(answerHandle(layout.handles, handle, { decision: 'approve' }))).toBe(
        'E_HANDLE_LATE',
      );
    });
  });

  test('PEND-3: a question wants an answer and no decision', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      const held = eventOf(swarm, 'tool.held');
      const { turnId } = await swarm.engine.send(alice, inputEvent('danger'));
      await held;
      await new HandleFiles(layout.handles).claim({
        version: 1,
        handle: 'q-1',
        kind: 'held',
        workspace: layout.folder,
        idempotencyKey: 'q',
        agentName: 'hello',
        instanceKey: 'alice',
        turnId,
        toolCallId: 'c',
        toolName: 'ask',
        about: { question: 'Which?' },
        createdAt: new Date().toISOString(),
      });
      const decided = answerHandle(layout.handles, 'q-1', { decision: 'approve' });
      expect(await failureCode(decided)).toBe('E_HANDLE_KIND');
      await answerHandle(layout.handles, 'q-1', { output: 'the second' });
      const views = await listHandles(layout.handles);
      expect(views.find(({ handle }) => handle === 'q-1')).toMatchObject({ outcome: 'the second' });
    });
  });

  test('an unknown one is not found, and looking makes nothing', async () => {
    await withSwarm(async ({ layout }) => {
      expect(await listHandles(layout.handles)).toEqual([]);
      expect(await failureCode(answerHandle(layout.handles, 'nope', { output: 1 }))).toBe(
        'E_HANDLE_NOT_FOUND',
      );
    });
  });
});
