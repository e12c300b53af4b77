import { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';

const walHeader = 32;
const frameHeader = 24;

/** What was written to a database meanwhile. */
export interface Written {
  readonly rows: number;
  readonly commits: number;
}

/**
 * Counts the rows and commits that others add to a database until the function it returns is called. Holds a read snapshot, so that
 * the write-ahead log only grows and every commit stands in it; that slows the writer down: nothing is timed meanwhile.
 */
export function countCommits(path: string): () => Written {
  const database = new Database(path, { readwrite: true });
  database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  database.run('BEGIN');
  const before = rowsIn(database);
  return () => {
    database.run('COMMIT');
    const rows = rowsIn(database) - before;
    const commits = commitsIn(readFileSync(`${path}-wal`));
    database.close();
    return { rows, commits };
  };
}

function rowsIn(database: Database): number {
  const [row = []] = database.query('SELECT count(*) FROM addition').values();
  return Number(row[0]);
}

/** A frame that ends a transaction says how many pages the database then has; the others say 0. */
function commitsIn(wal: Buffer): number {
  if (wal.length < walHeader) return 0;
  const frame = frameHeader + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = walHeader; at + frame <= wal.length; at += frame) {
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
