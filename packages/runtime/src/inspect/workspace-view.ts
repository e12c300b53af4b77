import type { AgentJournal, InstanceTurns } from '../engine/local/agent-journal.ts';
import type { Address } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import type { RuntimeEvent } from '../telemetry/runtime-event.ts';
import { AgentFiles } from './agent-files.ts';
import { grantsOf, type GrantView } from './grant-view.ts';
import { instanceDetail, messageCount, type InstanceDetail } from './instance-detail.ts';

/** An agent with turns on record. */
export interface AgentView {
  readonly agent: string;
  readonly instances: number;
  readonly openTurns: number;
  /** Those that are still kept. */
  readonly finishedTurns: number;
  /** ISO 8601; null when nothing is kept. */
  readonly lastActivityAt: string | null;
}

/** An instance with turns on record. */
export interface InstanceView extends Address {
  readonly openTurns: number;
  readonly finishedTurns: number;
  readonly messages: number;
  readonly lastActivityAt: string | null;
}

/** A turn that is on record. */
export interface TurnView extends Address {
  readonly turnId: string;
  readonly traceId: string;
  /** Undefined while it is open. */
  readonly outcome?: TurnOutcome;
}

/** What the journals of a workspace hold at the time it is opened, beside whoever writes them. Throws `E_STORAGE_*` naming the file. */
export class WorkspaceView {
  readonly #agents: readonly AgentFiles[];

  /** `folder` is the workspace's own. */
  constructor(folder: string) {
    this.#agents = AgentFiles.openAll(folder);
  }

  /** Every agent, by name. */
  agents(): AgentView[] {
    return this.#agents.map(({ agent, journals }) => {
      const turns = journals.flatMap((journal) => Array.from(journal.instances(), ([, one]) => one));
      return {
        agent,
        instances: turns.length,
        openTurns: sum(turns.map(({ open }) => open.size)),
        finishedTurns: sum(turns.map(({ finished }) => finished.size)),
        lastActivityAt: isoTime(
          turns.map(lastActivity).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
        ),
      };
    });
  }

  /** Every instance, of all agents or of one. */
  async instances(agent?: string): Promise<InstanceView[]> {
    const views: InstanceView[] = [];
    for (const { journal, address, turns } of this.#turns()) {
      if (agent !== undefined && address.agent !== agent) continue;
      views.push({
        ...address,
        openTurns: turns.open.size,
        finishedTurns: turns.finished.size,
        messages: await messageCount(journal, address.instanceKey),
        lastActivityAt: isoTime(lastActivity(turns)),
      });
    }
    return views;
  }

  /** One instance with its conversation; undefined when nothing of it is on record. */
  async instance({ agent, instanceKey }: Address): Promise<InstanceDetail | undefined> {
    for (const { journal, address } of this.#turns())
      if (address.agent === agent && address.instanceKey === instanceKey)
        return { ...address, ...(await instanceDetail(journal, instanceKey)) };
    return undefined;
  }

  /** What persons have allowed for good, in all instances. */
  async grants(): Promise<GrantView[]> {
    const views: GrantView[] = [];
    for (const { journal, address } of this.#turns()) views.push(...(await grantsOf(journal, address)));
    return views;
  }

  /** A turn, while it is kept. */
  turn(turnId: string): TurnView | undefined {
    for (const { journal, address, turns } of this.#turns()) {
      const queued = turns.open.get(turnId);
      const place = { ...address, turnId };
      if (queued !== undefined) return { ...place, traceId: queued.traceId };
      if (!turns.finished.has(turnId)) continue;
      const outcome = journal.outcomeOf(turnId);
      if (outcome !== undefined) return { ...place, traceId: outcome.traceId, outcome };
    }
    return undefined;
  }

  /** The turn in which something was accepted or ended last. */
  lastTurn(): TurnView | undefined {
    let last: { readonly turnId: string; readonly at: number } | undefined;
    for (const { turns } of this.#turns()) {
      for (const [turnId, at] of [...turns.finished, ...Array.from(turns.open, acceptedAt)])
        if (last === undefined || at >= last.at) last = { turnId, at };
    }
    return last && this.turn(last.turnId);
  }

  /** The runtime events of a turn, while it is kept. */
  eventsOfTurn(turnId: string): RuntimeEvent[] {
    for (const { journal, turns } of this.#turns())
      if (turns.open.has(turnId) || turns.finished.has(turnId)) return journal.eventsOf(turnId);
    return [];
  }

  /** The runtime events of a trace, of all agents it went through. */
  eventsOfTrace(traceId: string): RuntimeEvent[] {
    const events: RuntimeEvent[] = [];
    for (const { journal, turns } of this.#turns()) {
      for (const turnId of [...turns.finished.keys(), ...turns.open.keys()]) {
        const own = journal.eventsOf(turnId);
        if (own[0]?.traceId === traceId) events.push(...own);
      }
    }
    return events;
  }

  /** Lets the files go. */
  close(): void {
    for (const agent of this.#agents) agent.close();
  }

  *#turns(): Iterable<InstanceOnRecord> {
    for (const { agent, journals } of this.#agents)
      for (const journal of journals)
        for (const [instanceKey, turns] of journal.instances())
          yield { journal, address: { agent, instanceKey }, turns };
  }
}

/** The turns of an instance, and where they are on record. */
interface InstanceOnRecord {
  readonly journal: AgentJournal;
  readonly address: Address;
  readonly turns: InstanceTurns;
}

/** Opens a workspace for looking, hands it over and closes it. */
export async function inWorkspace<Value>(
  folder: string,
  use: (view: WorkspaceView) => Value | Promise<Value>,
): Promise<Value> {
  const view = new WorkspaceView(folder);
  try {
    return await use(view);
  } finally {
    view.close();
  }
}

function acceptedAt([turnId, turn]: [string, { readonly acceptedAt: number }]): [string, number] {
  return [turnId, turn.acceptedAt];
}

function lastActivity({ open, finished }: InstanceTurns): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const at of finished.values()) last = Math.max(last, at);
  for (const { acceptedAt: at } of open.values()) last = Math.max(last, at);
  return last;
}

function isoTime(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
