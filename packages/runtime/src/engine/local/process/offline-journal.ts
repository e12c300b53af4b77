import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentEvent } from '@goondan/core';
import { GoondanError, parseJson } from '@goondan/core/basics';
import { lockJournal } from '../../../storage/folder-lock.ts';
import { isTraceId, newTraceId } from '../../../telemetry/span-id.ts';
import { agentEventSchema } from '../../agent-event-record.ts';
import type { SubmitOptions } from '../../engine.ts';
import { failedOutcome } from '../../turn-outcome.ts';
import { AgentJournal } from '../agent-journal.ts';

/** A turn that is to be written down, of an instance. */
export interface OfflineTurn {
  readonly instanceKey: string;
  readonly turnId: string;
  readonly event: AgentEvent;
  readonly options: SubmitOptions;
}

/** The journal of an agent that has no process: the orchestrator's to write until the next process opens it. */
export class OfflineJournal {
  readonly #path: string;
  #open: { readonly journal: AgentJournal; readonly unlock: () => void } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The journal; opened at the first use. */
  get journal(): AgentJournal {
    if (this.#open === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      const unlock = lockJournal(this.#path);
      try {
        this.#open = { journal: new AgentJournal(this.#path), unlock };
      } catch (thrown) {
        unlock();
        throw thrown;
      }
    }
    return this.#open.journal;
  }

  /** Writes an event down for the next process; false when it is done already. The same event is the same turn. */
  async accept({ instanceKey, turnId, event: given, options }: OfflineTurn): Promise<boolean> {
    const { open, finished } = this.journal.turnsOf(instanceKey);
    if (finished.has(turnId)) return false;
    if (open.has(turnId)) return true;
    // Read as the process would read it: what it could not read again would cost it the whole journal.
    const event = agentEventSchema.parse(parseJson(JSON.stringify({ ...given, instanceKey })));
    const { traceId = '' } = event;
    await this.journal.accept(instanceKey, {
      turnId,
      event,
      traceId: isTraceId(traceId) ? traceId : newTraceId(),
      acceptedAt: Date.now(),
      ...options,
    });
    return true;
  }

  /** Records that a turn is to end; says whether it has, which it has when nothing of it had begun. */
  async cancel(instanceKey: string, turnId: string, reason: string): Promise<{ readonly hasEnded: boolean }> {
    const { journal } = this;
    const turn = journal.turnsOf(instanceKey).open.get(turnId);
    if (turn === undefined) return { hasEnded: true };
    if (journal.isBegun(turnId)) {
      await journal.cancel(instanceKey, turnId, reason);
      return { hasEnded: false };
    }
    const outcome = failedOutcome(turn, new GoondanError('E_AGENT_CANCELLED', reason));
    await journal.finish({ instanceKey, outcome, finishedAt: Date.now(), state: new Map(), changes: [] });
    return { hasEnded: true };
  }

  /** Commits what is waiting and lets the journal go. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.journal.close();
    open?.unlock();
  }
}
