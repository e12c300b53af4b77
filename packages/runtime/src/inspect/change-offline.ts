import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { AgentJournal } from '../engine/local/agent-journal.ts';
import type { Address } from '../engine/turn-context.ts';
import { lockFolder, lockJournal } from '../storage/folder-lock.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { grantNotFound } from '../turn/grant-not-found.ts';
import { grantId, grantsKey } from '../turn/grants.ts';
import { keptGrants, type GrantView } from './grant-view.ts';
import { inWorkspace, type TurnView } from './workspace-view.ts';

/**
 * Takes an instance away: conversation, values, turns and its folder; says how many turns. Refuses one with open turns unless
 * `isForced`. Throws `E_STORAGE_LOCKED` naming the process that works there, `E_AGENT_INSTANCE_NOT_FOUND`, `E_AGENT_INSTANCE_OPEN`.
 */
export async function deleteInstance(
  layout: WorkspaceLayout,
  { agent, instanceKey }: Address,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<{ readonly turns: number }> {
  const folder = dirname(layout.workdirOf(agent, instanceKey));
  const paths = journalsOf(layout, { agent, instanceKey });
  const notFound = new GoondanError(
    'E_AGENT_INSTANCE_NOT_FOUND',
    `There is no instance '${instanceKey}' of agent '${agent}'.`,
  );
  if (paths.length === 0) throw notFound;
  return underLock(layout, async () => {
    let turns = 0;
    let isKnown = existsSync(folder);
    for (const path of paths)
      await withJournal(path, async (journal) => {
        isKnown ||= journal.hasInstance(instanceKey);
        const { open, finished } = journal.turnsOf(instanceKey);
        if (open.size > 0 && !isForced) {
          const message = `The instance '${instanceKey}' of '${agent}' has turns that have not ended: ${[...open.keys()].join(', ')}.`;
          throw new GoondanError('E_AGENT_INSTANCE_OPEN', message);
        }
        await journal.forget(instanceKey);
        turns += open.size + finished.size;
      });
    if (!isKnown) throw notFound;
    await rm(folder, { recursive: true, force: true });
    return { turns };
  });
}

/**
 * Records that a turn is to end; the next start of the workspace ends it. False when it has ended already. Throws
 * `E_AGENT_TURN_NOT_FOUND`, and `E_STORAGE_LOCKED` naming the process that works there.
 */
export async function cancelOffline(
  layout: WorkspaceLayout,
  turnId: string,
  reason: string,
): Promise<boolean> {
  const turn = await inWorkspace(layout.folder, (view) => findTurn(view.turn(turnId), turnId));
  if (turn.outcome !== undefined) return false;
  return underLock(layout, async () => {
    let isCancelled = false;
    for (const path of journalsOf(layout, turn))
      await withJournal(path, async (journal) => {
        if (!journal.turnsOf(turn.instanceKey).open.has(turnId)) return;
        await journal.cancel(turn.instanceKey, turnId, reason);
        isCancelled = true;
      });
    return isCancelled;
  });
}

/**
 * Takes back what a person has allowed for good; what was cut off asks again where it goes on. Throws `E_AGENT_GRANT_NOT_FOUND`, and
 * `E_STORAGE_LOCKED` naming the process that works there.
 */
export async function revokeOffline(layout: WorkspaceLayout, id: string): Promise<void> {
  const found = await findGrant(layout, id);
  await underLock(layout, async () => {
    let isRevoked = false;
    for (const path of journalsOf(layout, found))
      await withJournal(path, async (journal) => {
        const kept = await keptGrants(journal, found.instanceKey);
        const value = kept.filter((grant) => grantId(found, grant) !== id);
        if (value.length === kept.length) return;
        await journal.setValue(found.instanceKey, grantsKey, value);
        isRevoked = true;
      });
    if (!isRevoked) throw grantNotFound(id);
  });
}

/** The grant of that id. Throws `E_AGENT_GRANT_NOT_FOUND`. */
async function findGrant({ folder }: WorkspaceLayout, id: string): Promise<GrantView> {
  const grants = await inWorkspace(folder, (view) => view.grants());
  const found = grants.find(({ grant }) => grant === id);
  if (found === undefined) throw grantNotFound(id);
  return found;
}

/** Where an instance can be on record: with the others of its agent, or alone (`isolation: instance`). */
function journalsOf(layout: WorkspaceLayout, { agent, instanceKey }: Address): string[] {
  return [layout.journalOf(agent), layout.journalOf(agent, instanceKey)].filter((path) => existsSync(path));
}

function findTurn(turn: TurnView | undefined, turnId: string): TurnView {
  if (turn !== undefined) return turn;
  throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
}

async function underLock<Value>({ folder }: WorkspaceLayout, run: () => Promise<Value>): Promise<Value> {
  const unlock = lockFolder(folder);
  try {
    return await run();
  } finally {
    unlock();
  }
}

async function withJournal<Value>(
  path: string,
  use: (journal: AgentJournal) => Promise<Value>,
): Promise<Value> {
  const unlock = lockJournal(path);
  try {
    const journal = new AgentJournal(path);
    try {
      return await use(journal);
    } finally {
      journal.close();
    }
  } finally {
    unlock();
  }
}
