import { Database } from 'bun:sqlite';

const commitsPerRound = 40;

/** A database that does nothing but commit one small row at a time, durably; `time` gives the microseconds of one. */
export function openBareDatabase(path: string): { time(): number; close(): void } {
  const database = new Database(path, { create: true, strict: true });
  database.run('PRAGMA journal_mode = WAL');
  database.run('PRAGMA synchronous = FULL');
  database.run('CREATE TABLE entry (value TEXT NOT NULL)');
  const insert = database.query('INSERT INTO entry VALUES (?)');
  return {
    time() {
      const start = Bun.nanoseconds();
      for (let index = 0; index < commitsPerRound; index += 1) insert.run('one small row');
      return (Bun.nanoseconds() - start) / 1000 / commitsPerRound;
    },
    close: () => database.close(),
  };
}
