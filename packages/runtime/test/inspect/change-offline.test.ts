import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { cancelOffline, deleteInstance } from '../../src/inspect/change-offline.ts';
import { inWorkspace } from '../../src/inspect/workspace-view.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { eventOf, failureCode, withSwarm, type TestSwarm } from './a-swarm.ts';

const alice = { agent: 'hello', instanceKey: 'alice' };

/** Leaves a finished turn and one that was cut off; says which. */
async function cutOff({ open }: TestSwarm): Promise<string> {
  const swarm = await open();
  await swarm.engine.start();
  await swarm.engine.request(alice, inputEvent('add'));
  await swarm.engine.request({ ...alice, instanceKey: 'bob' }, inputEvent('add'));
  const held = eventOf(swarm, 'tool.held');
  const { turnId } = await swarm.engine.send(alice, inputEvent('danger'));
  await held;
  await swarm.engine.stop({ graceMs: 0 });
  return turnId;
}

describe('deleting an instance', () => {
  test('takes its conversation, values, turns and folder, and leaves the others', async () => {
    await withSwarm(async (place) => {
      const { layout } = place;
      await cutOff(place);
      const folder = dirname(layout.workdirOf('hello', 'alice'));
      expect(existsSync(folder)).toBe(true);
      expect(await failureCode(deleteInstance(layout, alice))).toBe('E_AGENT_INSTANCE_OPEN');
      expect(await deleteInstance(layout, alice, { isForced: true })).toEqual({ turns: 2 });
      expect(existsSync(folder)).toBe(false);
      await inWorkspace(layout.folder, async (view) => {
        expect(await view.instances()).toMatchObject([{ instanceKey: 'bob', messages: 4 }]);
      });
      expect(await failureCode(deleteInstance(layout, alice, { isForced: true }))).toBe(
        'E_AGENT_INSTANCE_NOT_FOUND',
      );
      const again = await place.open();
      await again.engine.start();
      expect(again.engine.openTurns()).toEqual([]);
      const { toolCalls } = await again.engine.request(alice, inputEvent('add'));
      expect(toolCalls).toHaveLength(1);
    });
  });

  test('is refused while an engine runs there, naming its process', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      await swarm.engine.request(alice, inputEvent('add'));
      const deleted = deleteInstance(layout, alice);
      expect(await failureCode(deleted)).toBe('E_STORAGE_LOCKED');
      await deleted.catch((thrown: unknown) => expect(String(thrown)).toContain(String(process.pid)));
      expect((await swarm.engine.request(alice, inputEvent('add'))).status).toBe('completed');
    });
  });
});

describe('cancelling while nothing runs', () => {
  test('is recorded, and the next start ends the turn', async () => {
    await withSwarm(async (place) => {
      const turnId = await cutOff(place);
      expect(await cancelOffline(place.layout, turnId, 'no longer wanted')).toBe(true);
      const again = await place.open();
      await again.engine.start();
      const outcome = again.engine.attach(turnId);
      await again.engine.resume();
      expect(await outcome).toMatchObject({ status: 'cancelled', error: { message: 'no longer wanted' } });
      await again.engine.stop();
      expect(await cancelOffline(place.layout, turnId, 'twice')).toBe(false);
      expect(await failureCode(cancelOffline(place.layout, 'nope', 'x'))).toBe('E_AGENT_TURN_NOT_FOUND');
    });
  });
});
