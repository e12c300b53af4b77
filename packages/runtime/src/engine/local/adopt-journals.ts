import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { lockJournal } from '../../storage/folder-lock.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import { AgentJournal } from './agent-journal.ts';

/** How the instances of an agent were, or are now, kept apart. */
interface AgentIsolation {
  readonly name: string;
  /** One journal for all instances, or one for each. */
  readonly isolation: 'agent' | 'instance';
}

/**
 * Moves what an agent has on record under the other isolation to where it is looked for now, so that its turns and conversations go on. Cut off
 * anywhere it can be done again. Throws `E_STORAGE_CONFLICT` when an instance has gone on in both places. The workspace must be locked.
 */
export async function adoptJournals(
  layout: WorkspaceLayout,
  { name, isolation }: AgentIsolation,
): Promise<void> {
  const shared = layout.journalOf(name);
  const targetOf = (instanceKey: string): string =>
    isolation === 'agent' ? shared : layout.journalOf(name, instanceKey);
  const sources = isolation === 'agent' ? instanceJournals(layout, name) : [shared];
  for (const source of sources.filter(existsSync)) await moveAll(source, targetOf);
}

/** The journals of the instances that have one of their own. */
function instanceJournals(layout: WorkspaceLayout, agent: string): string[] {
  const folder = join(layout.agentFolder(agent), 'instances');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((entry) => join(folder, entry, 'journal.db'));
}

async function moveAll(path: string, targetOf: (instanceKey: string) => string): Promise<void> {
  await withJournal(path, async (source) => {
    for (const [instanceKey] of source.instances())
      await withJournal(targetOf(instanceKey), (target) => move(instanceKey, source, target));
  });
  // Kept, but out of the way: closed, all of it lies in this one file.
  renameSync(path, `${path}.moved`);
}

/** An instance is moved all at once, so that one which is there has all its turns, or is another. */
async function move(instanceKey: string, source: AgentJournal, target: AgentJournal): Promise<void> {
  if (!target.hasInstance(instanceKey)) return target.write(source.recordsOf(instanceKey));
  const known = target.turnsOf(instanceKey);
  const { open, finished } = source.turnsOf(instanceKey);
  const isMoved = [...open.keys(), ...finished.keys()].every(
    (turnId) => known.open.has(turnId) || known.finished.has(turnId),
  );
  if (!isMoved)
    throw new GoondanError(
      'E_STORAGE_CONFLICT',
      `The instance '${instanceKey}' is on record in ${source.path} and, with other turns, in ${target.path}.`,
    );
}

async function withJournal(path: string, use: (journal: AgentJournal) => Promise<void>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const unlock = lockJournal(path);
  try {
    const journal = new AgentJournal(path);
    try {
      await use(journal);
    } finally {
      journal.close();
    }
  } finally {
    unlock();
  }
}
