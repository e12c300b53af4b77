import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspectJournals } from '../turn/inspect-state.ts';

/** What is wrong with the files that the last process left: a lock, a journal that does not read, an outcome nobody got, half a handle. */
export function inspectProcessState(stateRoot: string): string[] {
  const folder = join(stateRoot, 'handles');
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return [
    ...inspectJournals(stateRoot),
    ...[...names].flatMap((name) =>
      name.endsWith('.done.json') && !names.has(name.replace('.done.', '.delivered.'))
        ? [`The outcome of handle ${name} was not delivered.`]
        : [],
    ),
  ];
}
