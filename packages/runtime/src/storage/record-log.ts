import type { Database } from 'bun:sqlite';
import type { JsonValue } from '@goondan/core';
import { parseJson } from '@goondan/core/basics';
import { openDatabase, openDatabaseForReading } from './database.ts';
import { checkIndexes } from './check-indexes.ts';
import { GroupCommit } from './group-commit.ts';
import { damaged, storageError } from './storage-error.ts';

/** One thing that happened in a stream, such as the result of a step in a turn. */
export interface LogRecord {
  readonly name: string;
  readonly value: JsonValue;
}

/** A change to one stream. */
export interface StreamChange {
  readonly stream: string;
  /** Takes away first what the stream holds. */
  readonly isReplaced?: boolean;
  /** Added to its end. */
  readonly records: readonly LogRecord[];
}

/**
 * What one write adds to a stream is one row. Rows lie in the order they were written, and streams are numbered in the order they
 * began: what many streams add at about the same time goes to a few pages at the end, not to a page for each. `seal` chains
 * each row to the one before it, so that what was changed, moved or left out, by a damaged index too, does not pass for what was written.
 */
const migrations = [
  `CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
   CREATE TABLE addition (
     stream INTEGER NOT NULL, position INTEGER NOT NULL, records TEXT NOT NULL, seal TEXT NOT NULL,
     UNIQUE (stream, position)
   ) STRICT`,
];

interface End {
  /** The stream's number. */
  readonly id: number;
  /** How many rows it has. */
  readonly length: number;
  readonly seal: string;
}

/** Ends are kept to save a look at the disk; of more streams than this the oldest are looked up again. */
const mostEnds = 10_000;

/**
 * Append-only streams of records. What `append` has acknowledged survives a crash at any place; what is read is what
 * was written, or the log says that it is damaged.
 */
export class RecordLog {
  readonly #path: string;
  readonly #database: Database;
  readonly #commits: GroupCommit;
  readonly #ends = new Map<string, End>();

  /** With `isReadOnly` it reads beside whoever writes: nothing is made, migrated or changed. */
  constructor(path: string, { isReadOnly = false }: { readonly isReadOnly?: boolean } = {}) {
    this.#path = path;
    this.#database = (isReadOnly ? openDatabaseForReading : openDatabase)({ path, migrations });
    try {
      checkIndexes(this.#database, { path, isWhole: !isReadOnly });
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
    this.#commits = new GroupCommit({ database: this.#database, path, onRollback: () => this.#ends.clear() });
  }

  /** Adds records to the end of a stream, all of them or none; resolves once they are durable. */
  append(stream: string, records: readonly LogRecord[]): Promise<void> {
    return this.write([{ stream, records }]);
  }

  /** Changes several streams at once, all of them or none; resolves once that is durable. */
  write(changes: readonly StreamChange[]): Promise<void> {
    // Written out now: what the caller does with its values later is no part of the record.
    const written = changes.map(({ stream, isReplaced = false, records }) => ({
      stream,
      isReplaced,
      text:
        records.length === 0 ? undefined : JSON.stringify(records.map(({ name, value }) => [name, value])),
    }));
    const [first] = written;
    return this.#commits.submit(
      () => {
        for (const change of written) this.#change(change);
      },
      () => written.length === 1 && first?.isReplaced === false && this.#ends.has(first.stream),
    );
  }

  /** The records of a stream, in order. Throws `E_STORAGE_DAMAGED` rather than give back what was not written. */
  read(stream: string): LogRecord[] {
    const sql = `SELECT position, records, seal FROM stream JOIN addition ON addition.stream = stream.id
      WHERE stream.name = ? ORDER BY position`;
    const records: LogRecord[] = [];
    let length = 0;
    let previous = '';
    for (const [position, text, seal] of this.#rows(sql, stream)) {
      const isWhole = typeof text === 'string' && position === length;
      if (!isWhole || seal !== sealOf({ stream, position: length, text, previous })) {
        throw damaged(this.#path, `row ${length} of stream '${stream}' does not read as it was written`);
      }
      records.push(...recordsIn(text));
      previous = seal;
      length += 1;
    }
    return records;
  }

  /** True when the stream holds anything. */
  has(stream: string): boolean {
    return this.#rows('SELECT 1 FROM stream WHERE name = ?', stream).length > 0;
  }

  /** The names of the streams that begin with `prefix`, in order. */
  streams(prefix = ''): string[] {
    const names = new Set<string>();
    // From one name to the next: a look at every name would take as long as the log is large.
    const sql = 'SELECT name FROM stream WHERE name > ? ORDER BY name LIMIT 1';
    let [row] = this.#rows('SELECT name FROM stream WHERE name >= ? ORDER BY name LIMIT 1', prefix);
    while (row !== undefined && String(row[0]).startsWith(prefix)) {
      const name = String(row[0]);
      // A damaged tree may lead back to where it came from.
      if (names.has(name)) throw damaged(this.#path, `stream '${name}' follows itself`);
      names.add(name);
      [row] = this.#rows(sql, name);
    }
    return [...names];
  }

  /** Takes a whole stream away; resolves once that is durable. */
  remove(stream: string): Promise<void> {
    return this.write([{ stream, isReplaced: true, records: [] }]);
  }

  /** Commits what is waiting and closes the file. */
  close(): void {
    this.#commits.flush();
    this.#database.close();
  }

  #change({ stream, isReplaced, text }: WrittenChange): void {
    if (isReplaced) this.#clear(stream);
    if (text === undefined) return;
    const { id, length, seal: previous } = this.#endOf(stream) ?? this.#begin(stream);
    const seal = sealOf({ stream, position: length, text, previous });
    this.#database.query('INSERT INTO addition VALUES (?, ?, ?, ?)').run(id, length, text, seal);
    this.#ends.set(stream, { id, length: length + 1, seal });
  }

  #begin(stream: string): End {
    const { lastInsertRowid } = this.#database.query('INSERT INTO stream (name) VALUES (?)').run(stream);
    return { id: Number(lastInsertRowid), length: 0, seal: '' };
  }

  #clear(stream: string): void {
    this.#ends.delete(stream);
    const sql = 'DELETE FROM addition WHERE stream = (SELECT id FROM stream WHERE name = ?)';
    this.#database.query(sql).run(stream);
    this.#database.query('DELETE FROM stream WHERE name = ?').run(stream);
  }

  /** Undefined for a stream that has not begun. */
  #endOf(stream: string): End | undefined {
    const known = this.#ends.get(stream);
    if (known !== undefined) return known;
    if (this.#ends.size >= mostEnds) this.#ends.clear();
    const sql = `SELECT id, position, seal FROM stream LEFT JOIN addition ON addition.stream = stream.id
      WHERE stream.name = ? ORDER BY position DESC LIMIT 1`;
    const [last] = this.#rows(sql, stream);
    if (last === undefined) return undefined;
    const [id, position, seal] = last;
    const length = position === null ? 0 : Number(position) + 1;
    return { id: Number(id), length, seal: typeof seal === 'string' ? seal : '' };
  }

  #rows(sql: string, ...parameters: string[]): readonly (readonly unknown[])[] {
    try {
      return this.#database.query(sql).values(...parameters);
    } catch (thrown) {
      throw storageError(thrown, this.#path);
    }
  }
}

interface WrittenChange {
  readonly stream: string;
  readonly isReplaced: boolean;
  /** The records as JSON; undefined for none. */
  readonly text: string | undefined;
}

interface Sealed {
  readonly stream: string;
  readonly position: number;
  readonly text: string;
  readonly previous: string;
}

/** A checksum over a row and the seal of the one before it: against damage, not against forgery. */
function sealOf({ stream, position, text, previous }: Sealed): string {
  const head = Bun.hash.xxHash64(JSON.stringify([stream, position, previous]));
  return Bun.hash.xxHash64(text, head).toString(16).padStart(16, '0');
}

function recordsIn(text: string): LogRecord[] {
  const pairs = parseJson(text);
  if (!Array.isArray(pairs)) throw new TypeError('A sealed row holds no list.');
  return pairs.map((pair) => {
    const [name, value] = Array.isArray(pair) ? pair : [];
    if (typeof name !== 'string' || value === undefined)
      throw new TypeError('A sealed row holds no records.');
    return { name, value };
  });
}
