import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GoondanError } from '@goondan/core';
import { AgentJournal } from '../engine/local/agent-journal.ts';
import type { Address } from '../engine/turn-context.ts';
import { lockFolder, lockJournal } from '../storage/folder-lock.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
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
  const path = join(layout.agentFolder(agent), 'journal.db');
  const notFound = new GoondanError(
    'E_AGENT_INSTANCE_NOT_FOUND',
    `There is no instance '${instanceKey}' of agent '${agent}'.`,
  );
  if (!existsSync(path)) throw notFound;
  return underLock(layout, async () => {
    const turns = await withJournal(path, async (journal) => {
      const isKnown = Array.from(journal.instances(), ([key]) => key).includes(instanceKey);
      if (!isKnown && !existsSync(folder)) throw notFound;
      const { open, finished } = journal.turnsOf(instanceKey);
      if (open.size > 0 && !isForced) {
        const message = `The instance '${instanceKey}' of '${agent}' has turns that have not ended: ${[...open.keys()].join(', ')}.`;
        throw new GoondanError('E_AGENT_INSTANCE_OPEN', message);
      }
      await journal.forget(instanceKey);
      return open.size + finished.size;
    });
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
  return underLock(layout, () =>
    withJournal(join(layout.agentFolder(turn.agent), 'journal.db'), async (journal) => {
      const isOpen = journal.turnsOf(turn.instanceKey).open.has(turnId);
      if (isOpen) await journal.cancel(turn.instanceKey, turnId, reason);
      return isOpen;
    }),
  );
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
