import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentJournal, type InstanceTurns } from '../engine/local/agent-journal.ts';
import type { Address } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import type { RuntimeEvent } from '../telemetry/runtime-event.ts';
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

interface AgentFile {
  readonly agent: string;
  readonly journal: AgentJournal;
}

/** What the journals of a workspace hold at the time it is opened, beside whoever writes them. Throws `E_STORAGE_*` naming the file. */
export class WorkspaceView {
  readonly #files: AgentFile[] = [];

  /** `folder` is the workspace's own. */
  constructor(folder: string) {
    try {
      for (const path of journalsIn(folder)) {
        const journal = new AgentJournal(path.file, { isReadOnly: true });
        this.#files.push({ journal, agent: nameOf(journal) ?? path.name });
      }
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** Every agent, by name. */
  agents(): AgentView[] {
    return this.#files.map(({ agent, journal }) => {
      const turns = Array.from(journal.instances(), ([, one]) => one);
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
    for (const file of this.#files) {
      if (agent !== undefined && file.agent !== agent) continue;
      for (const [instanceKey, turns] of file.journal.instances()) {
        views.push({
          agent: file.agent,
          instanceKey,
          openTurns: turns.open.size,
          finishedTurns: turns.finished.size,
          messages: await messageCount(file.journal, instanceKey),
          lastActivityAt: isoTime(lastActivity(turns)),
        });
      }
    }
    return views;
  }

  /** One instance with its conversation; undefined when nothing of it is on record. */
  async instance({ agent, instanceKey }: Address): Promise<InstanceDetail | undefined> {
    const file = this.#files.find((candidate) => candidate.agent === agent);
    if (file === undefined || !hasInstance(file.journal, instanceKey)) return undefined;
    return { agent, instanceKey, ...(await instanceDetail(file.journal, instanceKey)) };
  }

  /** A turn, while it is kept. */
  turn(turnId: string): TurnView | undefined {
    for (const [file, instanceKey, { open, finished }] of this.#turns()) {
      const queued = open.get(turnId);
      const place = { agent: file.agent, instanceKey, turnId };
      if (queued !== undefined) return { ...place, traceId: queued.traceId };
      if (!finished.has(turnId)) continue;
      const outcome = file.journal.outcomeOf(turnId);
      if (outcome !== undefined) return { ...place, traceId: outcome.traceId, outcome };
    }
    return undefined;
  }

  /** The turn in which something was accepted or ended last. */
  lastTurn(): TurnView | undefined {
    let last: { readonly turnId: string; readonly at: number } | undefined;
    for (const [, , { open, finished }] of this.#turns()) {
      for (const [turnId, at] of [...finished, ...Array.from(open, acceptedAt)])
        if (last === undefined || at >= last.at) last = { turnId, at };
    }
    return last && this.turn(last.turnId);
  }

  /** The runtime events of a trace, of all agents it went through. */
  eventsOfTrace(traceId: string): RuntimeEvent[] {
    const events: RuntimeEvent[] = [];
    for (const [{ journal }, , { open, finished }] of this.#turns()) {
      for (const turnId of [...finished.keys(), ...open.keys()]) {
        const own = journal.eventsOf(turnId);
        if (own[0]?.traceId === traceId) events.push(...own);
      }
    }
    return events;
  }

  /** Lets the files go. */
  close(): void {
    for (const { journal } of this.#files) journal.close();
  }

  *#turns(): Iterable<[file: AgentFile, instanceKey: string, turns: InstanceTurns]> {
    for (const file of this.#files)
      for (const [instanceKey, turns] of file.journal.instances()) yield [file, instanceKey, turns];
  }
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

/** The journals of a workspace; none where the workspace has never been used. */
function journalsIn(folder: string): { readonly name: string; readonly file: string }[] {
  const agents = join(folder, 'agents');
  if (!existsSync(agents)) return [];
  return readdirSync(agents)
    .toSorted()
    .map((name) => ({ name, file: join(agents, name, 'journal.db') }))
    .filter(({ file }) => existsSync(file));
}

/** Folder names are made from the names of agents, which may be in any script; what happened carries the name itself. */
function nameOf(journal: AgentJournal): string | undefined {
  for (const [, { open, finished }] of journal.instances()) {
    for (const turnId of [...[...finished.keys()].toReversed(), ...open.keys()]) {
      const [event] = journal.eventsOf(turnId);
      if (event !== undefined) return event.agentName;
    }
  }
  return undefined;
}

function hasInstance(journal: AgentJournal, instanceKey: string): boolean {
  for (const [key] of journal.instances()) if (key === instanceKey) return true;
  return false;
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
