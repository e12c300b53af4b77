import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { RecordLog } from '@goondan/runtime/storage';
import { codeOf, inTempDir } from './temp-dir.ts';

const values = [null, 0, -1.5, '', '군단 👨‍👩‍👧', '\ud800', [], {}, { a: [{ b: null }] }, 'x'.repeat(1_000_000)];

test('what was appended is read in order, also by the next process to open the log', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'log.db');
    const log = new RecordLog(path);
    const records = values.map((value, index) => ({ name: `s${index}/군`, value }));
    await log.append('turn-1', records.slice(0, 4));
    await log.append('turn-1', records.slice(4));
    await log.append('turn-2', [{ name: 'only', value: 1 }]);
    expect(log.read('turn-1')).toEqual(records);
    log.close();

    const again = new RecordLog(path);
    expect(again.streams()).toEqual(['turn-1', 'turn-2']);
    expect(again.read('turn-1')).toEqual(records);
    await again.append('turn-1', [{ name: 'later', value: 2 }]);
    expect(again.read('turn-1').at(-1)).toEqual({ name: 'later', value: 2 });
    expect(again.read('nobody')).toEqual([]);
    again.close();
  });
});

test('a stream that was removed is gone and may begin anew; the others stay', async () => {
  await inTempDir(async (directory) => {
    const log = new RecordLog(join(directory, 'log.db'));
    await log.append('a', [{ name: '1', value: 1 }]);
    await log.append('b', [{ name: '1', value: 1 }]);
    await log.remove('a');
    expect(log.streams()).toEqual(['b']);
    await log.append('a', [{ name: '2', value: 2 }]);
    expect(log.read('a')).toEqual([{ name: '2', value: 2 }]);
    log.close();
  });
});

test('many writers in one turn of the loop keep their order, and none is acknowledged before it is written', async () => {
  await inTempDir(async (directory) => {
    const log = new RecordLog(join(directory, 'log.db'));
    let acknowledged = 0;
    const appends = Array.from({ length: 2000 }, (_, index) =>
      log
        .append(`turn-${index % 100}`, [{ name: String(index), value: index }])
        .then(() => (acknowledged += 1)),
    );
    expect(acknowledged).toBe(0);
    await Promise.all(appends);
    expect(acknowledged).toBe(2000);
    const names = log.read('turn-7').map((record) => record.value);
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => 7 + index * 100));
    log.close();
  });
});

test('closing commits what is waiting', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'log.db');
    const log = new RecordLog(path);
    const append = log.append('a', [{ name: '1', value: 1 }]);
    log.close();
    await append;
    const again = new RecordLog(path);
    expect(again.read('a')).toEqual([{ name: '1', value: 1 }]);
    again.close();
  });
});

test('a file of a newer version, and a database of somebody else, are refused and not touched', async () => {
  await inTempDir(async (directory) => {
    const newer = join(directory, 'newer.db');
    new RecordLog(newer).close();
    const database = new Database(newer);
    database.run('PRAGMA user_version = 99');
    database.close();
    expect(codeOf(() => new RecordLog(newer))).toBe('E_STORAGE_VERSION');

    const foreign = join(directory, 'foreign.db');
    const other = new Database(foreign, { create: true });
    other.run('CREATE TABLE theirs (a)');
    other.close();
    expect(codeOf(() => new RecordLog(foreign))).toBe('E_STORAGE_DAMAGED');
    const untouched = new Database(foreign);
    expect(untouched.query('SELECT name FROM sqlite_schema').values()).toEqual([['theirs']]);
    untouched.close();

    await Bun.write(join(directory, 'text.db'), 'this is no database at all, only some text '.repeat(50));
    expect(codeOf(() => new RecordLog(join(directory, 'text.db')))).toBe('E_STORAGE_DAMAGED');
    expect(codeOf(() => new RecordLog(join(directory, 'missing', 'log.db')))).toBe('E_STORAGE_IO');
  });
});
