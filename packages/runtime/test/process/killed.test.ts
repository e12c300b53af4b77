import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockJournal } from '../../src/storage/folder-lock.ts';
import { writeProcessBundle, type ProcessBundle } from './support/process-bundle.ts';
import { inFolder, isAlive, openWorld, pidsIn, until, callsOf } from './support/process-world.ts';
import { runSwarm } from './support/run-swarm.ts';

const bundle: ProcessBundle = {
  agents: [{ name: 'worker' }, { name: 'other' }],
  timeoutMs: 600_000,
  exports: [
    { name: 'spin' },
    { name: 'parent' },
    { name: 'wait' },
    { name: 'count', annotations: { idempotent: true } },
  ],
  handlers: `
    import { spawn } from 'node:child_process';
    import { appendFileSync } from 'node:fs';
    const note = (path, pid) => appendFileSync(path, pid + '\\n');
    export const handlers = {
      spin: (_, { text }) => { note(text, process.pid); for (;;) {} },
      parent: (_, { text }) => {
        const child = spawn('/bin/sh', ['-c', 'sleep 999 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
        child.stdout.once('data', (chunk) => { note(text, process.pid); note(text, child.pid); note(text, Number(chunk)); });
        return new Promise(() => {});
      },
      wait: (_, { text }) => { note(text, process.pid); return new Promise(() => {}); },
      count: (_, { text }) => { note(text, process.pid); return 'counted'; },
    };`,
};

describe('the orchestrator is killed', () => {
  test('no process is left: not one that spins, nor what another has spawned', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, bundle);
      const [spinning, parent] = [join(root, 'spinning'), join(root, 'parent')];
      const events = [`worker/a spin ${spinning}`, `other/a parent ${parent}`];
      await runSwarm({ root, events }, async (child) => {
        await until(() => pidsIn(spinning).length === 1 && pidsIn(parent).length === 3);
        const pids = [...pidsIn(spinning), ...pidsIn(parent)];
        expect(pids.filter(isAlive)).toHaveLength(4);
        child.kill('SIGKILL');
        await until(() => !pids.some(isAlive));
      });
    });
  }, 60_000);

  test('the next one starts at once and goes on, although the processes of the first are just dying', async () => {
    await inFolder(async (root) => {
      await writeProcessBundle(root, bundle);
      const [marks, counted] = [join(root, 'marks'), join(root, 'counted')];
      const events = [`worker/a wait ${marks}`, `worker/a count ${counted}`];
      for (let round = 0; round < 3; round += 1) {
        await runSwarm({ root, events: round === 0 ? events : [] }, async (child) => {
          if (round === 0) await until(() => pidsIn(marks).length === 1);
          child.kill('SIGKILL');
          await child.exited;
          const world = await openWorld(root);
          await world.engine.start();
          try {
            const open = world.engine.resume();
            if (round === 0) expect(open.map(({ instanceKey }) => instanceKey)).toEqual(['a', 'a']);
            const outcomes = await Promise.all(open.map(({ turnId }) => world.engine.attach(turnId)));
            if (round === 0) expect(outcomes.map(callsOf)).toEqual([['E_TOOL_OUTCOME_UNKNOWN'], ['ok']]);
            expect(world.engine.openTurns()).toEqual([]);
          } finally {
            await world.engine.stop();
          }
        });
      }
      // Neither ran twice.
      expect([pidsIn(marks).length, pidsIn(counted).length]).toEqual([1, 1]);
    });
  }, 60_000);

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s leaves a state that can be resumed, handled or not',
    async (signal) => {
      for (const ending of ['default', 'graceful'] as const) {
        await inFolder(async (root) => {
          await writeProcessBundle(root, bundle);
          const [marks, counted] = [join(root, 'marks'), join(root, 'counted')];
          const events = [`worker/a wait ${marks}`, `worker/a count ${counted}`];
          await runSwarm({ root, ending, events }, async (child) => {
            await until(() => pidsIn(marks).length === 1);
            child.kill(signal);
            await child.exited;
            const world = await openWorld(root);
            await world.engine.start();
            try {
              const open = world.engine.resume();
              expect(open).toHaveLength(2);
              const outcomes = await Promise.all(open.map(({ turnId }) => world.engine.attach(turnId)));
              expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'completed']);
              expect(callsOf(outcomes[1] ?? Object.assign({}, outcomes[0]))).toEqual(['ok']);
            } finally {
              await world.engine.stop();
            }
          });
          expect(readFileSync(marks, 'utf8').trim().split('\n')).toHaveLength(1);
        });
      }
    },
    60_000,
  );

  test('a journal that a dying process still holds is waited for', async () => {
    await inFolder(async (root) => {
      const path = join(root, 'journal.db');
      const module = join(import.meta.dir, '../../src/storage/folder-lock.ts');
      const code = `import { lockJournal } from ${JSON.stringify(module)}; lockJournal(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000);`;
      const holder = Bun.spawn([process.execPath, '--no-install', '-e', code], { stdout: 'pipe' });
      for await (const chunk of holder.stdout) if (chunk.length > 0) break;
      // Whoever waits does nothing else: somebody else has to end the holder.
      const killer = Bun.spawn(['/bin/sh', '-c', `sleep 0.3; kill -s KILL ${holder.pid}`]);
      const unlock = lockJournal(path);
      expect(isAlive(holder.pid)).toBe(false);
      unlock();
      await killer.exited;
    });
  }, 60_000);
});
