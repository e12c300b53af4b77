import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RecordLog } from '@goondan/runtime/storage';
import { inTempDir } from './temp-dir.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const logs = byTier({ full: 150, short: 40 });

test('a log that another process is about to make reads as an empty one, at every moment of its making', async () => {
  await inTempDir(async (directory) => {
    const script = join(import.meta.dir, 'child.ts');
    const maker = Bun.spawn([process.execPath, '--no-install', script, 'make', directory], {
      stdin: 'pipe',
      stderr: 'inherit',
    });
    let looks = 0;
    for (let index = 0; index < logs; index += 1) {
      const path = join(directory, `${index}.db`);
      await maker.stdin.write(`${index}.db\n`);
      await maker.stdin.flush();
      // Without a pause, from the moment the file is there: its tables come a little later.
      while (!existsSync(path)) await Bun.sleep(0);
      for (let look = 0; look < 10; look += 1) {
        const log = new RecordLog(path, { isReadOnly: true });
        expect(log.streams()).toEqual([]);
        log.close();
        looks += 1;
      }
    }
    expect(looks).toBe(logs * 10);
    await maker.stdin.end();
    expect(await maker.exited).toBe(0);
  });
}, 60_000);

test('SPEC §12: a log whose maker was killed while it made the file reads as an empty one', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'cut.db');
    const script = join(import.meta.dir, 'child.ts');
    const maker = Bun.spawn([process.execPath, '--no-install', script, 'cut', path], { stderr: 'inherit' });
    await maker.exited;
    expect(existsSync(`${path}-journal`)).toBe(true);
    const log = new RecordLog(path, { isReadOnly: true });
    expect(log.streams()).toEqual([]);
    log.close();
    const writer = new RecordLog(path);
    await writer.append('first', [{ name: 'a', value: 1 }]);
    expect(writer.read('first')).toEqual([{ name: 'a', value: 1 }]);
    writer.close();
  });
});

test('a new log is a sound file with a write-ahead log, before and after its first commit', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'new.db');
    const look = (): unknown[] => {
      const database = new Database(path, { readonly: true });
      const found = ['integrity_check', 'journal_mode', 'user_version'].map((name) =>
        database.query(`PRAGMA ${name}`).values(),
      );
      database.close();
      return found;
    };
    const log = new RecordLog(path);
    expect(look()).toEqual([[['ok']], [['wal']], [[1]]]);
    await log.append('first', [{ name: 'a', value: 1 }]);
    log.close();
    expect(look()).toEqual([[['ok']], [['wal']], [[1]]]);
  });
});

test("SPEC §12: what a killed maker left beside a log is in nobody's way", async () => {
  await inTempDir(async (directory) => {
    const half = join(directory, 'half.db');
    await Bun.write(`${half}-new`, 'half of a file');
    // Nothing can be written there: SQLite makes the file by itself.
    const barred = join(directory, 'barred.db');
    mkdirSync(`${barred}-new`);
    for (const path of [half, barred]) {
      const log = new RecordLog(path);
      await log.append('first', [{ name: 'a', value: 1 }]);
      log.close();
      const reopened = new RecordLog(path);
      expect(reopened.read('first')).toEqual([{ name: 'a', value: 1 }]);
      reopened.close();
    }
    expect(existsSync(`${half}-new`)).toBe(false);
  });
});

test('a new log has nothing of the write-ahead log of one that is gone', async () => {
  await inTempDir(async (directory) => {
    const [gone, path] = [join(directory, 'gone.db'), join(directory, 'new.db')];
    const old = new RecordLog(gone);
    await old.append('old', [{ name: 'a', value: 1 }]);
    copyFileSync(`${gone}-wal`, `${path}-wal`);
    old.close();
    const log = new RecordLog(path);
    expect(log.streams()).toEqual([]);
    log.close();
  });
});
