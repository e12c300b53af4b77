import { Glob } from 'bun';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder, RecordLog } from '@goondan/runtime/storage';

/** What is wrong with the files that the last process left: a lock, a journal that does not read, a handle of nobody's. */
export function inspectState(stateRoot: string): string[] {
  return [...inspectJournals(stateRoot), ...leftHandles(join(stateRoot, 'handles'))];
}

/** The same, whatever handles there are. */
export function inspectJournals(stateRoot: string): string[] {
  const workspaces = join(stateRoot, 'workspaces');
  if (!existsSync(workspaces)) return ['There is no state: no process got as far as making one.'];
  return readdirSync(workspaces).flatMap((name) => inspectWorkspace(join(workspaces, name)));
}

function inspectWorkspace(folder: string): string[] {
  try {
    const unlock = lockFolder(folder);
    for (const path of new Glob('agents/**/journal.db').scanSync({ cwd: folder, absolute: true }))
      readWhole(path);
    unlock();
    return [];
  } catch (thrown) {
    return [`The state does not open: ${String(thrown)}`];
  }
}

/** Every record is read against its seal. */
function readWhole(path: string): void {
  const log = new RecordLog(path);
  try {
    for (const stream of log.streams()) log.read(stream);
  } finally {
    log.close();
  }
}

function leftHandles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.length === 0 ? [] : [`${names.length} handles are left though no call made one.`];
}
