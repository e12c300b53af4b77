import type { Database } from 'bun:sqlite';
import { parseJson, type JsonValue } from '@goondan/core';
import { openDatabase } from './database.ts';
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
 * Records lie in the order they were written, and streams are numbered in the order they began: what many streams add at
 * about the same time goes to a few pages at the end, not to a page for each. `seal` chains each record to the one before it,
 * so that a record that was changed, moved or left out, by a damaged index too, does not pass for what was written.
 */
const migrations = [
  `CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
   CREATE TABLE record (
     stream INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, seal TEXT NOT NULL,
     UNIQUE (stream, position)
   ) STRICT`,
];

interface End {
  /** The stream's number. */
  readonly id: number;
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

  constructor(path: string) {
    this.#path = path;
    this.#database = openDatabase({ path, migrations });
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
      texts: records.map(({ name, value }) => ({ name, text: JSON.stringify(value) })),
    }));
    return this.#commits.submit(() => {
      for (const change of written) this.#change(change);
    });
  }

  /** The records of a stream, in order. Throws `E_STORAGE_DAMAGED` rather than give back what was not written. */
  read(stream: string): LogRecord[] {
    const sql = `SELECT record.position, record.name, value, seal FROM stream JOIN record ON record.stream = stream.id
      WHERE stream.name = ? ORDER BY record.position`;
    const records: LogRecord[] = [];
    let previous = '';
    for (const row of this.#rows(sql, stream)) {
      const [position, name, text, seal] = row;
      const isWhole = typeof name === 'string' && typeof text === 'string' && position === records.length;
      if (!isWhole || seal !== sealOf({ stream, position: records.length, name, text, previous })) {
        throw damaged(
          this.#path,
          `record ${records.length} of stream '${stream}' does not read as it was written`,
        );
      }
      records.push({ name, value: parseJson(text) });
      previous = seal;
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

  #change({ stream, isReplaced, texts }: WrittenChange): void {
    if (isReplaced) this.#clear(stream);
    if (texts.length === 0) return;
    let { id, length, seal } = this.#endOf(stream) ?? this.#begin(stream);
    for (const { name, text } of texts) {
      seal = sealOf({ stream, position: length, name, text, previous: seal });
      this.#database.query('INSERT INTO record VALUES (?, ?, ?, ?, ?)').run(id, length, name, text, seal);
      length += 1;
    }
    this.#ends.set(stream, { id, length, seal });
  }

  #begin(stream: string): End {
    const { lastInsertRowid } = this.#database.query('INSERT INTO stream (name) VALUES (?)').run(stream);
    return { id: Number(lastInsertRowid), length: 0, seal: '' };
  }

  #clear(stream: string): void {
    this.#ends.delete(stream);
    const sql = 'DELETE FROM record WHERE stream = (SELECT id FROM stream WHERE name = ?)';
    this.#database.query(sql).run(stream);
    this.#database.query('DELETE FROM stream WHERE name = ?').run(stream);
  }

  /** Undefined for a stream that has not begun. */
  #endOf(stream: string): End | undefined {
    const known = this.#ends.get(stream);
    if (known !== undefined) return known;
    if (this.#ends.size >= mostEnds) this.#ends.clear();
    const sql = `SELECT id, position, seal FROM stream LEFT JOIN record ON record.stream = stream.id
      WHERE stream.name = ? ORDER BY position DESC LIMIT 1`;
    const [last] = this.#rows(sql, stream);
    if (last === undefined) return undefined;
    const [id, position, seal] = last;
    return { id: Number(id), length: position === null ? 0 : Number(position) + 1, seal: String(seal ?? '') };
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
  readonly texts: readonly { readonly name: string; readonly text: string }[];
}

interface Sealed {
  readonly stream: string;
  readonly position: number;
  readonly name: string;
  readonly text: string;
  readonly previous: string;
}

/** A checksum over a record and the seal of the one before it: against damage, not against forgery. */
function sealOf({ stream, position, name, text, previous }: Sealed): string {
  const head = Bun.hash.xxHash64(JSON.stringify([stream, position, name, previous]));
  return Bun.hash.xxHash64(text, head).toString(16).padStart(16, '0');
}
