import { Database } from 'bun:sqlite';
import { spyOn } from 'bun:test';

/** A disk that a test fills: the databases opened while it is in use get no page more, which SQLite says as it says it of a full disk. */
export interface SmallDisk {
  /** From now on only what fits into pages that are there can be written. */
  fill(): void;
  /** Makes room again. */
  free(): void;
}

/** Runs a test whose databases are on a small disk. */
export async function onSmallDisk(run: (disk: SmallDisk) => Promise<void>): Promise<void> {
  // Every database of ours is set up by `run`; that is where it is met.
  const spy = spyOn(Database.prototype, 'run');
  const limit = (pages: number): void => {
    const { calls, contexts } = spy.mock;
    const databases = contexts.filter((_, index) => calls[index]?.[0] === 'PRAGMA synchronous = FULL');
    for (const database of new Set(databases))
      if (database instanceof Database) database.query(`PRAGMA max_page_count = ${pages}`).values();
  };
  try {
    // Less than there is means: no more than there is.
    await run({ fill: () => limit(1), free: () => limit(1_000_000) });
  } finally {
    spy.mockRestore();
  }
}
