import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '../../src/storage/database.ts';
import { GroupCommit } from '../../src/storage/group-commit.ts';
import { inTempDir } from './temp-dir.ts';

const migrations = ['CREATE TABLE item (id TEXT PRIMARY KEY, body BLOB) STRICT'];

async function outcomes(promises: readonly Promise<void>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'fulfilled') return 'durable';
    const reason: unknown = result.reason;
    return reason instanceof Error && 'code' in reason ? reason.code : String(reason);
  });
}

/** Commits in a write-ahead file: a frame whose header tells the size of the database ends one. */
async function commitsIn(path: string): Promise<number> {
  const view = new DataView(await Bun.file(`${path}-wal`).arrayBuffer());
  // It is made with the first commit.
  if (view.byteLength === 0) return 0;
  const frame = 24 + view.getUint32(8);
  let commits = 0;
  for (let at = 32; at + frame <= view.byteLength; at += frame) {
    if (view.getUint32(at + 4) !== 0) commits += 1;
  }
  return commits;
}

test('a thousand writers of one turn of the loop are one commit on the disk; writers that wait for one another are one each', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'items.db');
    const database = openDatabase({ path, migrations });
    database.run('PRAGMA wal_autocheckpoint = 0');
    const commits = new GroupCommit({ database, path });
    const insert = (id: string) => () => void database.query('INSERT INTO item VALUES (?, NULL)').run(id);
    const before = await commitsIn(path);
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) => commits.submit(insert(`together ${index}`))),
    );
    expect((await commitsIn(path)) - before).toBe(1);
    for (let index = 0; index < 20; index += 1) await commits.submit(insert(`alone ${index}`));
    expect((await commitsIn(path)) - before).toBe(21);
    database.close();
  });
});

test('a writer that fails harms no other of its group', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'items.db');
    const database = openDatabase({ path, migrations });
    let rollbacks = 0;
    const commits = new GroupCommit({ database, path, onRollback: () => (rollbacks += 1) });
    const insert = (id: string) => () => void database.query('INSERT INTO item VALUES (?, NULL)').run(id);
    const results = await outcomes([
      commits.submit(insert('a')),
      commits.submit(() => {
        insert('half')();
        throw new Error('a mistake of the writer');
      }),
      commits.submit(insert('b')),
      commits.submit(insert('a')),
    ]);
    expect(results).toEqual(['durable', 'Error: a mistake of the writer', 'durable', 'E_STORAGE_IO']);
    expect(database.query('SELECT id FROM item ORDER BY id').values()).toEqual([['a'], ['b']]);
    expect(rollbacks).toBeGreaterThan(0);
    database.close();
  });
});

test('without room a write is E_STORAGE_FULL and leaves nothing; with room again it goes on', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'items.db');
    const database = openDatabase({ path, migrations });
    const commits = new GroupCommit({ database, path });
    const insert = (id: string, bytes: number) => () =>
      void database.query('INSERT INTO item VALUES (?, ?)').run(id, new Uint8Array(bytes));
    database.run('PRAGMA max_page_count = 10');
    const results = await outcomes([
      commits.submit(insert('small', 10)),
      commits.submit(insert('large', 1_000_000)),
      commits.submit(insert('small too', 10)),
    ]);
    expect(results).toEqual(['durable', 'E_STORAGE_FULL', 'durable']);
    database.run('PRAGMA max_page_count = 1000000');
    expect(await outcomes([commits.submit(insert('large', 1_000_000))])).toEqual(['durable']);
    expect(database.query('SELECT count(*) FROM item').values()).toEqual([[3]]);
    database.close();
  });
});
