import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { failureOf } from '../engine/open-engine.ts';
import { writeProcessBundle } from './support/process-bundle.ts';
import { addressOf, inFolder, openWorld, until } from './support/process-world.ts';

/** Gives the databases of its process no page more from the first long input on, as a full disk does, until a file is there. */
const smallDisk = (room: string): string => `
  import { Database } from 'bun:sqlite';
  import { existsSync } from 'node:fs';
  const databases = new Set();
  const { query } = Database.prototype;
  Database.prototype.query = function (...args) { databases.add(this); return query.apply(this, args); };
  const limit = (pages) => { for (const one of databases) try { query.call(one, 'PRAGMA max_page_count = ' + pages).values(); } catch {} };
  export const register = (api) => api.pipeline.register('turn', (context) => {
    if (String(context.inputEvent.input).length > 10_000) {
      limit(1);
      const timer = setInterval(() => {
        if (!existsSync(${JSON.stringify(room)})) return;
        clearInterval(timer);
        limit(1_000_000);
      }, 10);
    }
    return context.next();
  });`;

test(
  'SPEC §12: a turn in a process whose disk is full goes on by itself once there is room',
  () =>
    inFolder(async (root) => {
      const room = join(root, 'room');
      await writeProcessBundle(root, {
        agents: [{ name: 'worker', extensions: ['disk'] }],
        exports: [{ name: 'none' }],
        handlers: 'export const handlers = { none: () => null };',
        extensions: { disk: smallDisk(room) },
      });
      const { engine, ask } = await openWorld(root);
      await engine.start();
      try {
        await ask('worker', 'echo before');
        const large = 'x'.repeat(40_000);
        const event = inputEvent(`echo ${large}`);
        const asked = engine.request(addressOf('worker'), event);
        expect(await failureOf(asked)).toMatchObject({ code: 'E_STORAGE_FULL' });
        const [open] = engine.openTurns();
        writeFileSync(room, '');
        await until(() => engine.openTurns().length === 0);
        expect(await engine.attach(open?.turnId ?? '')).toMatchObject({ status: 'completed', output: large });
      } finally {
        await engine.stop({ graceMs: 0 });
      }
    }),
  60_000,
);
