import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { readOwner, thisProcess, writeOwner, type LockOwner } from './lock-owner.ts';
import { storageError } from './storage-error.ts';

const held = new Set<string>();
/** One that nothing refers to would be collected, and its lock with it. */
const locks = new Set<Database>();

/**
 * Makes this process the only one that works in a folder, until the disposer is called or the process ends, however it
 * ends: the lock is the kernel's, so that none is ever stale. Throws `E_STORAGE_LOCKED` naming the holder.
 */
export function lockFolder(folder: string): () => void {
  const key = resolve(folder);
  const path = join(key, 'lock');
  const ownerPath = join(key, 'lock-owner');
  if (held.has(key)) throw locked(key, thisProcess());
  const database = takeLock(path, { waitMs: lookingMs, refuse: () => locked(key, readOwner(ownerPath)) });
  held.add(key);
  writeOwner(ownerPath);
  return () => {
    if (held.delete(key)) release(database);
  };
}

/** Who works in a folder at this moment, in words; undefined when nobody does. */
export function folderOwner(folder: string): string | undefined {
  const key = resolve(folder);
  const path = join(key, 'lock');
  if (held.has(key)) return thisProcess().text;
  if (!existsSync(path)) return undefined;
  const database = new Database(path, { readonly: true });
  try {
    database.run('PRAGMA busy_timeout = 0');
    database.query('SELECT name FROM sqlite_schema').all();
    return undefined;
  } catch (thrown) {
    const error = storageError(thrown, path);
    if (!(error instanceof GoondanError) || error.code !== 'E_STORAGE_LOCKED') throw error;
    return readOwner(join(key, 'lock-owner')).text;
  } finally {
    database.close();
  }
}

/**
 * Makes this process the only one that writes a journal, like `lockFolder`. A process that was just killed may have it for a moment
 * longer: that moment is waited for. Throws `E_STORAGE_LOCKED`.
 */
export function lockJournal(path: string): () => void {
  const refuse = (): GoondanError => locked(path, { text: 'another process that writes it' });
  const database = takeLock(join(dirname(path), 'journal.lock'), { waitMs: dyingMs, refuse });
  return () => release(database);
}

/** How long somebody may take to look who has a folder. */
const lookingMs = 500;
/** How long a killed process may take to be gone. */
const dyingMs = 5_000;

/** An open write transaction on a file of its own: the one lock SQLite gives to one process at a time. */
function takeLock(
  path: string,
  { waitMs, refuse }: { readonly waitMs: number; readonly refuse: () => GoondanError },
): Database {
  let database: Database | undefined;
  try {
    database = new Database(path, { create: true });
    database.run(`PRAGMA busy_timeout = ${waitMs}`);
    database.run('BEGIN EXCLUSIVE');
    locks.add(database);
    return database;
  } catch (thrown) {
    database?.close();
    const error = storageError(thrown, path);
    throw error instanceof GoondanError && error.code === 'E_STORAGE_LOCKED' ? refuse() : error;
  }
}

function release(database: Database): void {
  locks.delete(database);
  database.close();
}

function locked(folder: string, { text, pid }: LockOwner): GoondanError {
  const end = pid === undefined ? 'end it' : `end it (kill ${pid})`;
  const suggestion = `Wait until it has ended, or ${end}. Commands that only look, such as gdn instance list and gdn trace, work beside it.`;
  const options = pid === process.pid ? {} : { suggestion };
  return new GoondanError('E_STORAGE_LOCKED', `${folder} is in use by ${text}.`, options);
}
