import { Database } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** What a new file is to be. */
interface NewDatabase {
  readonly applicationId: number;
  readonly migrations: readonly string[];
}

/** The bytes of a new file, by what makes its tables: each new one is the same. */
const made = new WeakMap<readonly string[], Uint8Array>();

/** Where the first page says how the file is written and read, and what it says where there is a write-ahead log. */
const formatPlaces = [18, 19] as const;
const writeAhead = 2;

/**
 * Puts a new file in place where there is none, with its tables: nobody sees a part of it. SQLite makes it step by step and waits
 * for the disk seven times; here it is waited for once, and its name is durable with the first commit. Where that
 * fails nothing is left behind: SQLite will say why.
 */
export function putNewDatabase(path: string, what: NewDatabase): void {
  // Where there is anything of a file, be it only the log of one that is gone, SQLite knows what to make of it.
  if (['', '-wal', '-journal'].some((part) => existsSync(`${path}${part}`))) return;
  const aside = `${path}-new`;
  try {
    writeDurably(aside, bytesOf(what));
    renameSync(aside, path);
  } catch {
    removeIfThere(aside);
  }
}

/** A database with these tables and nothing in them. */
export function databaseInMemory(migrations: readonly string[]): Database {
  const database = new Database(':memory:', { strict: true });
  for (const sql of migrations) database.run(sql);
  return database;
}

function bytesOf({ applicationId, migrations }: NewDatabase): Uint8Array {
  const known = made.get(migrations);
  if (known !== undefined) return known;
  const database = databaseInMemory(migrations);
  database.run(`PRAGMA application_id = ${applicationId}`);
  database.run(`PRAGMA user_version = ${migrations.length}`);
  const bytes = database.serialize();
  database.close();
  for (const place of formatPlaces) bytes[place] = writeAhead;
  made.set(migrations, bytes);
  return bytes;
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written nothing can be taken away either.
  }
}
