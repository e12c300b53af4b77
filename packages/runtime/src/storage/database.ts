import { Database } from 'bun:sqlite';
import { GoondanError } from '@goondan/core';
import { damaged, storageError } from './storage-error.ts';

/** Tells our files from other people's databases; "gdn1" as a number. */
const applicationId = 0x67646e31;

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
    database = new Database(path, { create: true, strict: true });
    database.run('PRAGMA journal_mode = WAL');
    database.run('PRAGMA synchronous = FULL');
    database.run('PRAGMA busy_timeout = 0');
    migrate(database, { path, migrations });
    return database;
  } catch (thrown) {
    database?.close();
    throw storageError(thrown, path);
  }
}

function migrate(database: Database, { path, migrations }: DatabaseOptions): void {
  const version = pragma(database, 'user_version');
  const owner = pragma(database, 'application_id');
  if (version === 0 && owner === 0 && isEmpty(database))
    database.run(`PRAGMA application_id = ${applicationId}`);
  else if (owner !== applicationId) throw damaged(path, 'it is no file of Goondan');
  if (version > migrations.length) {
    const message = `${path} has version ${version}; this Goondan knows ${migrations.length}.`;
    throw new GoondanError('E_STORAGE_VERSION', message);
  }
  if (version === migrations.length) return;
  database.transaction(() => {
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
