import { GoondanError } from '@goondan/core/basics';
import { SQLiteError } from 'bun:sqlite';

/** A failure of SQLite as one of ours, with what it means to whoever runs us; other values come back as they are. */
export function storageError(thrown: unknown, path: string): unknown {
  if (!(thrown instanceof SQLiteError)) return thrown;
  const name = thrown.code ?? '';
  const options = { cause: thrown };
  if (name.startsWith('SQLITE_FULL')) {
    return new GoondanError('E_STORAGE_FULL', `${path}: no room to write: ${thrown.message}.`, options);
  }
  if (name.startsWith('SQLITE_CORRUPT') || name.startsWith('SQLITE_NOTADB') || isBrokenSchema(thrown)) {
    return damaged(path, thrown.message, thrown);
  }
  if (name.startsWith('SQLITE_BUSY') || name.startsWith('SQLITE_LOCKED')) {
    return new GoondanError('E_STORAGE_LOCKED', `${path}: another process works on it.`, options);
  }
  return new GoondanError('E_STORAGE_IO', `${path}: ${thrown.message}.`, options);
}

/** The error of a file that does not hold what was written. */
export function damaged(path: string, reason: string, cause?: unknown): GoondanError {
  const options = cause === undefined ? {} : { cause };
  return new GoondanError('E_STORAGE_DAMAGED', `${path} is damaged: ${reason}.`, options);
}

/** A damaged description of the tables reads as a mistake in SQL: all our SQL is fixed, so it is none of ours. */
function isBrokenSchema(thrown: SQLiteError): boolean {
  return (
    thrown.code === 'SQLITE_ERROR' &&
    /malformed|no such (table|column)|syntax error|unrecognized token/.test(thrown.message)
  );
}
