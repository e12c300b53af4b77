import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { RecordLog } from '@goondan/runtime/storage';
import { onSmallDisk } from './small-disk.ts';
import { inTempDir } from './temp-dir.ts';

const one = { name: '1', value: 1 };
const two = { name: '2', value: [2] };

test('changes to several streams are made together, in order, and read alike by the next process', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'log.db');
    const log = new RecordLog(path);
    await log.append('b', [one, one]);
    await log.write([
      { stream: 'a', records: [one] },
      { stream: 'b', isReplaced: true, records: [two] },
      { stream: 'a', records: [two] },
      { stream: 'c', records: [] },
    ]);
    const streams = (from: RecordLog) => from.streams().map((stream) => [stream, from.read(stream)]);
    const expected = [
      ['a', [one, two]],
      ['b', [two]],
    ];
    expect(streams(log)).toEqual(expected);
    log.close();
    const again = new RecordLog(path);
    expect(streams(again)).toEqual(expected);
    await again.write([{ stream: 'b', records: [one] }]);
    expect(again.read('b')).toEqual([two, one]);
    again.close();
  });
});

test('of changes to several streams none is made when one finds no room, and all are once there is room', async () => {
  await onSmallDisk((disk) =>
    inTempDir(async (directory) => {
      const log = new RecordLog(join(directory, 'log.db'));
      await log.append('kept', [one]);
      disk.fill();
      const changes = [
        { stream: 'small', records: [one] },
        { stream: 'kept', isReplaced: true, records: [] },
        { stream: 'large', records: [{ name: 'x', value: 'x'.repeat(100_000) }] },
      ];
      const failure: unknown = await log.write(changes).catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ code: 'E_STORAGE_FULL' });
      expect(log.streams()).toEqual(['kept']);
      expect(log.read('kept')).toEqual([one]);
      disk.free();
      await log.write(changes);
      expect(log.streams()).toEqual(['large', 'small']);
      await log.append('small', [two]);
      expect(log.read('small')).toEqual([one, two]);
      log.close();
    }),
  );
});

test('values are recorded as they were when they were handed in', async () => {
  await inTempDir(async (directory) => {
    const log = new RecordLog(join(directory, 'log.db'));
    const value = { count: 1 };
    const records = [{ name: 'first', value }];
    const written = log.write([{ stream: 'a', records }]);
    value.count = 2;
    records.push({ name: 'second', value });
    await written;
    expect(log.read('a')).toEqual([{ name: 'first', value: { count: 1 } }]);
    log.close();
  });
});

test('streams are found by how their names begin, in order, whatever the names are', async () => {
  await inTempDir(async (directory) => {
    const log = new RecordLog(join(directory, 'log.db'));
    const names = ['t/1', 't/10', 't/2', 't', 't/', 'u/1', 's/군단', 's/%', 's/_', 't/\u{10ffff}', ''];
    for (const name of names) await log.append(name, [one, two]);
    expect(log.streams('t/')).toEqual(['t/', 't/1', 't/10', 't/2', 't/\u{10ffff}']);
    expect(log.streams('s/')).toEqual(['s/%', 's/_', 's/군단']);
    expect(log.streams('s/_')).toEqual(['s/_']);
    expect(log.streams('x')).toEqual([]);
    expect(log.streams().length).toBe(names.length);
    log.close();
  });
});

test('a stream is there from its first record until it is taken away', async () => {
  await inTempDir(async (directory) => {
    const log = new RecordLog(join(directory, 'log.db'));
    expect(log.has('a')).toBe(false);
    const written = log.append('a', [one]);
    expect(log.has('a')).toBe(false);
    await written;
    expect(log.has('a')).toBe(true);
    expect(log.has('A')).toBe(false);
    await log.remove('a');
    expect(log.has('a')).toBe(false);
    log.close();
  });
});
