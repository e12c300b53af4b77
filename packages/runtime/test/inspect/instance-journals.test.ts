import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { cancelOffline, deleteInstance } from '../../src/inspect/change-offline.ts';
import { inWorkspace } from '../../src/inspect/workspace-view.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { traceOf } from '../../src/telemetry/trace.ts';
import { workspaceLayout, type WorkspaceLayout } from '../../src/workspace/layout.ts';
import { writeProcessBundle } from '../process/support/process-bundle.ts';
import {
  addressOf,
  inFolder,
  openWorld,
  until,
  type ProcessWorld,
} from '../process/support/process-world.ts';
import { failureCode } from './a-swarm.ts';

const traceId = 'ab'.repeat(16);

/** A life of an agent whose instances have processes and journals of their own, beside one whose instances share theirs. */
async function live<Value>(root: string, use: (world: ProcessWorld) => Promise<Value>): Promise<Value> {
  await writeProcessBundle(root, {
    agents: [{ name: '점검', isolation: 'instance' }, { name: 'shared' }],
    timeoutMs: 60_000,
    exports: [{ name: 'hang' }],
    handlers: `
      import { writeFileSync } from 'node:fs';
      export const handlers = { hang: () => {
        writeFileSync(${JSON.stringify(join(root, 'started'))}, '');
        return new Promise(() => undefined);
      } };`,
  });
  const world = await openWorld(root);
  await world.engine.start();
  try {
    return await use(world);
  } finally {
    await world.engine.stop({ graceMs: 0 });
  }
}

/** Leaves two finished turns and one that was cut off; says which. */
function cutOff(root: string): Promise<string> {
  return live(root, async ({ ask, engine }) => {
    await engine.request(addressOf('점검/a'), inputEvent('echo one', { traceId }));
    await engine.request(addressOf('shared/a'), inputEvent('echo two', { traceId }));
    await ask('점검/B b', 'echo three');
    const { turnId } = await engine.send(addressOf('점검/B b'), inputEvent('hang'));
    await until(() => existsSync(join(root, 'started')));
    return turnId;
  });
}

const layoutOf = (root: string): WorkspaceLayout =>
  workspaceLayout(join(root, 'state'), join(root, 'bundle'));

describe('instances with journals of their own, seen from outside', () => {
  test(
    'are shown with their agent, their turns, their conversation and their traces',
    () =>
      inFolder(async (root) => {
        const turnId = await cutOff(root);
        await inWorkspace(layoutOf(root).folder, async (view) => {
          expect(view.agents()).toMatchObject([
            { agent: '점검', instances: 2, openTurns: 1, finishedTurns: 2 },
            { agent: 'shared', instances: 1, openTurns: 0, finishedTurns: 1 },
          ]);
          const instances = await view.instances('점검');
          expect(instances.map(({ instanceKey, messages }) => [instanceKey, messages])).toContainEqual([
            'a',
            2,
          ]);
          expect(instances.map(({ instanceKey, openTurns }) => [instanceKey, openTurns])).toContainEqual([
            'B b',
            1,
          ]);
          expect(await view.instance(addressOf('점검/B b'))).toMatchObject({ openTurns: [{ turnId }] });
          expect(await view.instance(addressOf('점검/none'))).toBeUndefined();
          expect(view.turn(turnId)).toMatchObject({ agent: '점검', instanceKey: 'B b' });
          expect(view.lastTurn()).toMatchObject({ turnId });
          const spans = traceOf(view.eventsOfTrace(traceId));
          expect(new Set(spans.map(({ agentName }) => agentName))).toEqual(new Set(['점검', 'shared']));
        });
      }),
    60_000,
  );

  test(
    'are deleted with their journal, and the others stay',
    () =>
      inFolder(async (root) => {
        await cutOff(root);
        const layout = layoutOf(root);
        const address = addressOf('점검/B b');
        expect(await failureCode(deleteInstance(layout, address))).toBe('E_AGENT_INSTANCE_OPEN');
        expect(await deleteInstance(layout, address, { isForced: true })).toEqual({ turns: 2 });
        expect(existsSync(dirname(layout.workdirOf('점검', 'B b')))).toBe(false);
        expect(await failureCode(deleteInstance(layout, address))).toBe('E_AGENT_INSTANCE_NOT_FOUND');
        await inWorkspace(layout.folder, async (view) => {
          expect(await view.instances('점검')).toMatchObject([{ instanceKey: 'a', finishedTurns: 1 }]);
        });
        await live(root, async ({ engine }) => expect(engine.openTurns()).toEqual([]));
      }),
    60_000,
  );

  test(
    'have their turns cancelled while nothing runs: the next start ends them',
    () =>
      inFolder(async (root) => {
        const turnId = await cutOff(root);
        expect(await cancelOffline(layoutOf(root), turnId, 'no longer wanted')).toBe(true);
        await live(root, async ({ engine }) => {
          const outcome = engine.attach(turnId);
          engine.resume();
          expect(await outcome).toMatchObject({
            status: 'cancelled',
            error: { message: 'no longer wanted' },
          });
        });
        expect(await cancelOffline(layoutOf(root), turnId, 'twice')).toBe(false);
      }),
    60_000,
  );
});
