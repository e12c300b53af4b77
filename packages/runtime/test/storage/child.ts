/**
 * What the tests of two processes run as the other one: appends, locks or looks until it is killed, telling each acknowledgement; or makes
 * one new log after another until nobody wants more.
 */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { folderOwner, lockFolder, RecordLog } from '@goondan/runtime/storage';

const [, , mode, path = ''] = process.argv;
if (mode === 'lock') {
  lockFolder(path);
  console.log('locked');
  setInterval(() => {}, 1000);
} else if (mode === 'look') {
  console.log('looking');
  for (;;) folderOwner(path);
} else if (mode === 'cut') {
  // What a kill leaves behind of a file that is being made: pages that were never committed, and what takes them back.
  const database = new Database(path, { create: true });
  database.run('PRAGMA cache_size = 1');
  database.run('BEGIN');
  database.run('CREATE TABLE half (made BLOB)');
  for (let row = 0; row < 100; row += 1) database.run('INSERT INTO half VALUES (randomblob(4000))');
  process.kill(process.pid, 'SIGKILL');
} else if (mode === 'make') {
  // The end of the input reads as one more line, an empty one.
  for await (const line of console) if (line !== '') new RecordLog(join(path, line)).close();
} else {
  const log = new RecordLog(path);
  const streams = log.streams();
  const round = streams.length;
  for (let index = 0; ; index += 1) {
    // Four writers at a time, so that kills meet commits of several.
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (writer) => {
        await log.append(`${round}${writer}`, [
          { name: String(index), value: { index, filler: 'x'.repeat(200) } },
        ]);
        process.stdout.write(`${round}${writer} ${index}\n`);
      }),
    );
  }
}
