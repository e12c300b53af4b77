import { describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { workspaceLayout, type WorkspaceLayout } from '../../src/workspace/layout.ts';
import { failureOf } from '../engine/open-engine.ts';
import { writeProcessBundle } from './support/process-bundle.ts';
import { addressOf, inFolder, openWorld, until, type ProcessWorld } from './support/process-world.ts';

type Isolation = 'agent' | 'instance';

/** One life with an isolation. */
async function life<Value>(
  root: string,
  isolation: Isolation,
  use: (world: ProcessWorld) => Promise<Value>,
): Promise<Value> {
  await writeProcessBundle(root, {
    agents: [{ name: 'worker', isolation }],
    timeoutMs: 60_000,
    exports: [{ name: 'wait', annotations: { readOnly: true } }],
    handlers: `
      import { existsSync, writeFileSync } from 'node:fs';
      export const handlers = { wait: async () => {
        writeFileSync(${JSON.stringify(join(root, 'started'))}, '');
        while (!existsSync(${JSON.stringify(join(root, 'go'))})) await new Promise((done) => setTimeout(done, 10));
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

const layoutOf = (root: string): WorkspaceLayout =>
  workspaceLayout(join(root, 'state'), join(root, 'bundle'));

describe('isolation that is changed from one life to the next', () => {
  test.each([
    ['agent', 'instance'],
    ['instance', 'agent'],
  ] as const)(
    'from %s to %s: what was open goes on, what had ended is known, and back again',
    (first, second) =>
      inFolder(async (root) => {
        const open = await life(root, first, async ({ ask, engine }) => {
          await ask('worker/a', 'echo one');
          const { turnId } = await engine.send(addressOf('worker/b'), inputEvent('wait'));
          await until(() => existsSync(join(root, 'started')));
          return turnId;
        });
        const event = { ...inputEvent('echo two'), id: 'two' };
        await life(root, second, async ({ engine }) => {
          expect(engine.openTurns()).toMatchObject([{ turnId: open, instanceKey: 'b', isBegun: true }]);
          writeFileSync(join(root, 'go'), '');
          engine.resume();
          expect(await engine.attach(open)).toMatchObject({ status: 'completed', output: 'done' });
          await engine.request(addressOf('worker/a'), event);
        });
        await life(root, first, async ({ engine, ask }) => {
          expect(engine.openTurns()).toEqual([]);
          // The same event is the turn that has ended.
          expect(await engine.request(addressOf('worker/a'), event)).toMatchObject({ output: 'two' });
          expect((await engine.attach(open)).status).toBe('completed');
          await ask('worker/a', 'echo three');
        });
      }),
    60_000,
  );

  test(
    'a move that was cut off is done again; one that would mix two histories is E_STORAGE_CONFLICT and changes nothing',
    () =>
      inFolder(async (root) => {
        await life(root, 'agent', async ({ ask }) => void (await ask('worker/a', 'echo one')));
        const shared = layoutOf(root).journalOf('worker');
        await life(root, 'instance', async () => {});
        expect([existsSync(shared), existsSync(`${shared}.moved`)]).toEqual([false, true]);
        copyFileSync(`${shared}.moved`, shared);
        await life(root, 'instance', async ({ ask }) => void (await ask('worker/a', 'echo two')));
        expect(existsSync(shared)).toBe(false);
        renameSync(`${shared}.moved`, shared);
        expect(await failureOf(life(root, 'agent', async () => {}))).toMatchObject({
          code: 'E_STORAGE_CONFLICT',
        });
        expect(existsSync(layoutOf(root).journalOf('worker', 'a'))).toBe(true);
      }),
    60_000,
  );
});
