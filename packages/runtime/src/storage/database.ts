import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { GoondanError } from '@goondan/core/basics';
import { databaseInMemory, putNewDatabase } from './new-database.ts';
import { damaged, storageError } from './storage-error.ts';

/** Tells our files from other people's databases; "gdn1" as a number. */
const applicationId = 0x67646e31;

/** Of the pages we write. */
const smallestPage = 4096;

/** How long another process that opens or closes the file is waited for. */
const patienceMs = 5_000;

/** A database and how its tables came to be. */
export interface DatabaseOptions {
  readonly path: string;
  /** SQL by version: the first makes the tables of version 1, each further one migrates from the version before. */
  readonly migrations: readonly string[];
}

/**
 * Opens a database for one writer: what is committed survives power loss (WAL, FULL). A new file is made, an older
 * version is migrated in one transaction, a newer one is refused.
 */
export function openDatabase({ path, migrations }: DatabaseOptions): Database {
  let database: Database | undefined;
  try {
    refuseStump(path);
    putNewDatabase(path, { applicationId, migrations });
    database = new Database(path, { create: true, strict: true });
    // Whoever reads first after a crash has the file to itself for a moment; from then on there is nobody to wait for.
    database.run(`PRAGMA busy_timeout = ${patienceMs}`);
    database.run('PRAGMA journal_mode = WAL');
    database.run('PRAGMA synchronous = FULL');
    migrate(database, { path, migrations });
    database.run('PRAGMA busy_timeout = 0');
    return database;
  } catch (thrown) {
    database?.close();
    throw storageError(thrown, path);
  }
}

/**
 * Opens a database for reading, beside whoever writes it; nothing is made and nothing is migrated. An older version is
 * left to its next writer.
 */
export function openDatabaseForReading({ path, migrations }: DatabaseOptions): Database {
  let database: Database | undefined;
  try {
    refuseStump(path);
    takeBackHalf(path);
    database = new Database(path, { readonly: true, strict: true });
    // A writer that opens or closes the file has it to itself for a moment.
    database.run(`PRAGMA busy_timeout = ${patienceMs}`);
    // In this order: a writer that makes the tables between the two looks sets the version with them.
    const wasEmpty = isEmpty(database);
    const version = pragma(database, 'user_version');
    if (version === 0 && wasEmpty) {
      database.close();
      // Its writer is only about to make it.
      return databaseInMemory(migrations);
    }
    checkOwner(database, path);
    if (version === migrations.length) return database;
    throw wrongVersion(path, version, migrations.length);
  } catch (thrown) {
    database?.close();
    throw storageError(thrown, path);
  }
}

/**
 * A file whose maker was killed before it was first committed holds what has to be taken back, which a reader may not. No other
 * moment leaves such a journal: from then on the file has a write-ahead log.
 */
function takeBackHalf(path: string): void {
  if (!existsSync(`${path}-journal`)) return;
  const database = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`);
    isEmpty(database);
  } finally {
    database.close();
  }
}

/** SQLite takes a file that ends within its first page for one that was never written to, and would begin it anew. */
function refuseStump(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size < smallestPage) throw damaged(path, 'it ends before its first page does');
}

function checkOwner(database: Database, path: string): void {
  if (pragma(database, 'application_id') !== applicationId) throw damaged(path, 'it is no file of Goondan');
}

function wrongVersion(path: string, version: number, known: number): GoondanError {
  const message = `${path} has version ${version}; this Goondan knows ${known}.`;
  return new GoondanError('E_STORAGE_VERSION', message);
}

function migrate(database: Database, { path, migrations }: DatabaseOptions): void {
  const version = pragma(database, 'user_version');
  const owner = pragma(database, 'application_id');
  const isNew = version === 0 && owner === 0 && isEmpty(database);
  if (!isNew) checkOwner(database, path);
  if (version > migrations.length) throw wrongVersion(path, version, migrations.length);
  if (version === migrations.length) return;
  // As one: each commit waits for the disk, and a new agent for this.
  database.transaction(() => {
    if (isNew) database.run(`PRAGMA application_id = ${applicationId}`);
    for (const sql of migrations.slice(version)) database.run(sql);
    database.run(`PRAGMA user_version = ${migrations.length}`);
  })();
}

function isEmpty(database: Database): boolean {
  return database.query('SELECT 1 FROM sqlite_schema').get() === null;
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  const [row = []] = database.query(`PRAGMA ${name}`).values();
  return Number(row[0] ?? 0);
}
