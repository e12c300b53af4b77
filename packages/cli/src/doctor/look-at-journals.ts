import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inWorkspace } from '@goondan/runtime/inspect';
import { count } from '../output/duration.ts';
import type { DoctorFinding } from './finding.ts';

/** Whether the journals of a workspace are whole, as SQLite sees them and as we read them. */
export async function lookAtJournals(folder: string): Promise<DoctorFinding[]> {
  const name = 'journals';
  const files = await journalsIn(join(folder, 'agents'));
  const broken = files.flatMap((file) => {
    const problem = problemOf(file);
    return problem === undefined ? [] : [`${file}: ${problem}`];
  });
  if (broken.length > 0) {
    const fix = 'Keep a copy of that folder, then delete it to begin anew: its conversations are lost.';
    return broken.map((message) => ({ name, status: 'fail', message, fix }));
  }
  const turns = await inWorkspace(folder, (view) => view.agents().map(({ openTurns }) => openTurns));
  const open = turns.reduce((sum, one) => sum + one, 0);
  const message = `${count(files.length, 'journal')}, sound`;
  if (open === 0) return [{ name, status: 'ok', message }];
  return [
    {
      name,
      status: 'warn',
      message: `${message}; ${count(open, 'turn')} not ended`,
      fix: 'gdn run --resume finishes what was cut off; gdn handle list shows what waits for a person.',
    },
  ];
}

async function journalsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((entry) => entry.endsWith('journal.db'))
    .toSorted()
    .map((entry) => join(folder, entry));
}

/** What SQLite finds wrong with a file; undefined when nothing. */
function problemOf(file: string): string | undefined {
  let database: Database | undefined;
  try {
    database = new Database(file, { readonly: true });
    database.run('PRAGMA busy_timeout = 2000');
    const [row = []] = database.query('PRAGMA quick_check(1)').values();
    const said = String(row[0]);
    return said === 'ok' ? undefined : said;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    database?.close();
  }
}
