import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
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
