import type { AgentEvent, JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import * as shape from '../../../shape/shape.ts';
import type { AgentStatus, OpenTurn, SubmitOptions } from '../../engine.ts';
import type { RecordReader } from '../../turn-context.ts';
import { turnOutcomeSchema, type TurnOutcome } from '../../turn-outcome.ts';
import { AgentJournal } from '../agent-journal.ts';
import { turnIdOf } from '../../turn-id.ts';
import { AgentLife, type LifeHost } from './agent-life.ts';
import { OfflineJournal, type OfflineTurn } from './offline-journal.ts';
import { OpenTurns } from './open-turns.ts';
import { sizeOfJson } from './size-of-json.ts';

const booleanSchema = shape.boolean();
const sentSchema = shape.object({ turnId: shape.string(), isOpen: shape.boolean() });
/** Characters on their way to one process before senders are told to wait. */
const deliveryWindow = 4 * 1024 * 1024;
const refusedBeforeTidying = 5_000;

/** What it takes to run one. */
interface UnitHost extends Omit<LifeHost, 'work'> {
  readonly journalPath: string;
  /** The one instance it is for; undefined where it is for all of the agent's. */
  readonly instanceKey: string | undefined;
}

/** One agent, or one instance of an `isolation: instance` agent, in a process of its own: what is asked of it, and what it still has to do. */
export class AgentUnit {
  readonly agent: string;
  /** The instances it is known to have. */
  readonly instances = new Set<string>();
  readonly #instanceKey: string | undefined;
  readonly #journalPath: string;
  readonly #turns = new OpenTurns();
  readonly #resumed = new Set<string>();
  readonly #offline: OfflineJournal;
  readonly #life: AgentLife;
  /** Turns whose event is on its way: a process that starts meanwhile does not know them yet. */
  readonly #delivering = new Set<string>();
  #underway = 0;
  /** How many events are on their way to a process, whichever it will be. */
  #calls = 0;
  #refused = 0;
  #refusal: GoondanError | undefined;

  constructor(agent: string, host: UnitHost) {
    this.agent = agent;
    this.#instanceKey = host.instanceKey;
    this.#journalPath = host.journalPath;
    this.#offline = new OfflineJournal(host.journalPath);
    this.#life = new AgentLife(agent, {
      ...host,
      work: {
        offline: this.#offline,
        resumed: () => [...this.#resumed],
        isIdle: () => this.#turns.count === 0 && this.#underway === 0,
        hasToGoOn: () => this.#turns.all().some(({ instanceKey }) => this.#resumed.has(instanceKey)),
        ended: (turnId) => this.#turns.delete(turnId),
        isNow: (open) => this.#correct(open),
      },
    });
  }

  /** Reads what is open; only while no process of ours writes here. */
  readOpenTurns(): void {
    const { journal } = this.#offline;
    for (const [instanceKey, { open }] of journal.instances()) {
      this.instances.add(instanceKey);
      for (const { turnId, event, acceptedAt } of open.values()) {
        const turn = { agent: this.agent, instanceKey, turnId, event, acceptedAt };
        this.#turns.add({ ...turn, isBegun: journal.isBegun(turnId) }, sizeOfJson(event));
      }
    }
    this.#offline.close();
  }

  /** How it is. */
  get status(): AgentStatus {
    const { agent } = this;
    const instanceKey = this.#instanceKey ?? null;
    return { agent, instanceKey, ...this.#life.status, openTurns: this.#turns.count };
  }

  /** Every turn that has not ended. */
  get openTurns(): readonly OpenTurn[] {
    return this.#turns.all();
  }

  /** Throws `E_BACKPRESSURE` while it takes nothing in. One error serves all who are refused: a flood of them is to cost next to nothing. */
  refuseWhenFull(): void {
    if (this.#underway < deliveryWindow && !this.#turns.isFull) return;
    this.#refused += 1;
    // The collector by itself comes late for what a flood leaves behind, as long as the machine has room.
    if (this.#refused % refusedBeforeTidying === 0) Bun.gc(false);
    const message = `${this.agent} has more to take in than it can; nothing was accepted.`;
    this.#refusal ??= new GoondanError('E_BACKPRESSURE', message);
    throw this.#refusal;
  }

  /** Takes an event in: durable once it resolves. While the process is down after crashes it is written down for it. Throws `E_BACKPRESSURE`. */
  async accept(
    instanceKey: string,
    event: AgentEvent,
    options: SubmitOptions,
  ): Promise<{ readonly turnId: string }> {
    this.#resumed.add(instanceKey);
    return this.#take(instanceKey, event, options);
  }

  /** The same, but no process is started for it and its turn does not begin yet. */
  async leave(instanceKey: string, event: AgentEvent): Promise<void> {
    await this.#take(instanceKey, event, {}, true);
  }

  /** Waits for what a turn comes to, through restarts. */
  async outcome(turnId: string): Promise<TurnOutcome> {
    return this.#life.call('outcome', { turnId }, about(turnId, turnOutcomeSchema));
  }

  /** What a turn came to that has ended, while it is kept. */
  pastOutcome(turnId: string): TurnOutcome | undefined {
    const journal = new AgentJournal(this.#journalPath, { isReadOnly: true });
    try {
      return journal.outcomeOf(turnId);
    } finally {
      journal.close();
    }
  }

  /** Cancels a turn; while the process is down after crashes that is written down for it. */
  async cancel(turnId: string, reason: string): Promise<boolean> {
    const turn = this.#turns.get(turnId);
    if (turn === undefined) return false;
    if (this.#life.status.state !== 'waiting')
      return this.#life.call('cancel', { turnId, reason }, booleanSchema);
    const { hasEnded } = await this.#offline.cancel(turn.instanceKey, turnId, reason);
    if (hasEnded) this.#turns.delete(turnId);
    return true;
  }

  /** The same for an agent; false for a turn that it did not ask for. */
  async cancelFor(sender: string, turnId: string, reason: string): Promise<boolean> {
    const source = this.#turns.get(turnId)?.event.source;
    return source?.kind === 'agent' && source.name === sender && this.cancel(turnId, reason);
  }

  /** Makes sure that an instance exists. */
  async spawn(instanceKey: string): Promise<void> {
    await this.#life.call('spawn', instanceKey, shape.oneOf(null));
    this.instances.add(instanceKey);
  }

  /** True while that turn waits for a person. */
  async isHeld(turnId: string): Promise<boolean> {
    return this.#life.status.state === 'running' && this.#life.call('isHeld', { turnId }, booleanSchema);
  }

  /** Goes on with the open turns of an instance. */
  resume(instanceKey: string): void {
    this.#resumed.add(instanceKey);
    this.#life.resume(instanceKey);
  }

  /** Lets what has begun end within a time, then ends the process; its turns stay open. */
  async stop(graceMs: number): Promise<void> {
    await this.#life.stop(graceMs);
    this.#offline.close();
  }

  async #take(
    instanceKey: string,
    event: AgentEvent,
    options: SubmitOptions,
    isLeft = false,
  ): Promise<{ readonly turnId: string }> {
    this.refuseWhenFull();
    const size = sizeOfJson(event);
    const turnId = turnIdOf({ agent: this.agent, instanceKey }, event);
    const isKnown = this.#turns.get(turnId) !== undefined;
    const turn = { agent: this.agent, instanceKey, turnId, event, acceptedAt: Date.now(), isBegun: false };
    // Before it is accepted: that its turn has ended may be told in the same breath.
    if (!isKnown) this.#turns.add(turn, size);
    this.#underway += size;
    this.#delivering.add(turnId);
    let isOpen = isKnown;
    try {
      if (!isLeft) this.#life.wake();
      const { state } = this.#life.status;
      const isDown = state === 'waiting' || (isLeft && state === 'asleep');
      isOpen = isDown
        ? await this.#offline.accept({ instanceKey, turnId, event, options })
        : await this.#handIn({ instanceKey, turnId, event, options });
      this.instances.add(instanceKey);
      return { turnId };
    } finally {
      this.#underway -= size;
      this.#delivering.delete(turnId);
      if (!isOpen) this.#turns.delete(turnId);
    }
  }

  /** Until a process can be told we write for it: it finds its work when it has loaded. What is under way comes first, though. */
  #handIn(turn: OfflineTurn): Promise<boolean> {
    return this.#life.isUntold && this.#calls === 0 ? this.#offline.accept(turn) : this.#deliver(turn);
  }

  async #deliver({ instanceKey, turnId, event, options }: OfflineTurn): Promise<boolean> {
    const payload = { ...event, instanceKey };
    const message = { type: 'event', from: 'orchestrator', to: this.agent, payload };
    const params = { message, ...options };
    this.#calls += 1;
    try {
      return (await this.#life.call('message', params, about(turnId, sentSchema))).isOpen;
    } finally {
      this.#calls -= 1;
    }
  }

  /** The last process may have died between the end of a turn and telling us. */
  #correct(open: JsonValue): void {
    const known = new Set(shape.array(shape.string()).parse(open));
    for (const { turnId } of this.#turns.all())
      if (!known.has(turnId) && !this.#delivering.has(turnId)) this.#turns.delete(turnId);
  }
}

/** Reads what is said of a turn, and of no other. */
function about<Value extends { readonly turnId: string }>(
  turnId: string,
  reader: RecordReader<Value>,
): RecordReader<Value> {
  return {
    parse: (said) => {
      const value = reader.parse(said);
      if (value.turnId !== turnId) throw new Error('It is said of another turn.');
      return value;
    },
  };
}
