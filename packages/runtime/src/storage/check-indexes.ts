import type { Database } from 'bun:sqlite';
import { damaged, storageError } from './storage-error.ts';

/** Rows of one table that the index they are looked up by does not lead to. */
const unreachableStreams = `SELECT count(*) FROM stream AS one NOT INDEXED WHERE NOT EXISTS (
  SELECT 1 FROM stream AS found INDEXED BY sqlite_autoindex_stream_1 WHERE found.name = one.name AND found.id = one.id)`;
const unreachableAdditions = `SELECT count(*) FROM addition AS one NOT INDEXED WHERE NOT EXISTS (
  SELECT 1 FROM addition AS found INDEXED BY sqlite_autoindex_addition_1
  WHERE found.stream = one.stream AND found.position = one.position)`;

/**
 * Throws `E_STORAGE_DAMAGED` where rows are there that no look-up would find: seals tell what is wrong with a row that is read, not that
 * a stream, or its end, is missing. The additions, about a microsecond each, are looked through with `isWhole` only.
 */
export function checkIndexes(
  database: Database,
  { path, isWhole }: { readonly path: string; readonly isWhole: boolean },
): void {
  for (const sql of isWhole ? [unreachableStreams, unreachableAdditions] : [unreachableStreams]) {
    const count = countOf(database, sql, path);
    if (count > 0) throw damaged(path, `${count} of its rows cannot be found by their index`);
  }
}

function countOf(database: Database, sql: string, path: string): number {
  try {
    const [row = []] = database.query(sql).values();
    return Number(row[0] ?? 0);
  } catch (thrown) {
    throw storageError(thrown, path);
  }
}
