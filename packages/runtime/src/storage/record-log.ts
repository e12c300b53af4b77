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

/**
 * Without an index: a damaged one could hide or invent rows. `seal` chains each record to the one before it, so that a
 * record that was changed, moved or left out does not pass for what was written.
 */
const migrations = [
  `CREATE TABLE record (
     stream TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, seal TEXT NOT NULL,
     PRIMARY KEY (stream, position)
   ) STRICT, WITHOUT ROWID`,
];

interface End {
  readonly length: number;
  readonly seal: string;
}

const beginning: End = { length: 0, seal: '' };
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
    const texts = records.map(({ name, value }) => ({ name, text: JSON.stringify(value) }));
    return this.#commits.submit(() => {
      let { length, seal } = this.#endOf(stream);
      for (const { name, text } of texts) {
        seal = sealOf({ stream, position: length, name, text, previous: seal });
        this.#database
          .query('INSERT INTO record VALUES (?, ?, ?, ?, ?)')
          .run(stream, length, name, text, seal);
        length += 1;
      }
      this.#ends.set(stream, { length, seal });
    });
  }

  /** The records of a stream, in order. Throws `E_STORAGE_DAMAGED` rather than give back what was not written. */
  read(stream: string): LogRecord[] {
    const sql = 'SELECT position, name, value, seal FROM record WHERE stream = ? ORDER BY position';
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

  /** The names of all streams, in order. */
  streams(): string[] {
    return this.#rows('SELECT DISTINCT stream FROM record ORDER BY stream').map(([stream]) => String(stream));
  }

  /** Takes a whole stream away; resolves once that is durable. */
  remove(stream: string): Promise<void> {
    return this.#commits.submit(() => {
      this.#database.query('DELETE FROM record WHERE stream = ?').run(stream);
      this.#ends.delete(stream);
    });
  }

  /** Commits what is waiting and closes the file. */
  close(): void {
    this.#commits.flush();
    this.#database.close();
  }

  #endOf(stream: string): End {
    const known = this.#ends.get(stream);
    if (known !== undefined) return known;
    if (this.#ends.size >= mostEnds) this.#ends.clear();
    const sql = 'SELECT position, seal FROM record WHERE stream = ? ORDER BY position DESC LIMIT 1';
    const [last] = this.#rows(sql, stream);
    return last === undefined ? beginning : { length: Number(last[0]) + 1, seal: String(last[1]) };
  }

  #rows(sql: string, ...parameters: string[]): readonly (readonly unknown[])[] {
    try {
      return this.#database.query(sql).values(...parameters);
    } catch (thrown) {
      throw storageError(thrown, this.#path);
    }
  }
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
