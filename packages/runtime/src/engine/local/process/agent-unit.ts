import { GoondanError, type AgentEvent, type JsonValue } from '@goondan/core';
import { z } from 'zod';
import type { OpenTurn, SubmitOptions } from '../../engine.ts';
import { turnOutcomeSchema, type TurnOutcome } from '../../turn-outcome.ts';
import { AgentJournal } from '../agent-journal.ts';
import { turnIdOf } from '../agent-runner.ts';
import { AgentLife, type LifeHost, type UnitStatus } from './agent-life.ts';
import { OfflineJournal } from './offline-journal.ts';
import { OpenTurns } from './open-turns.ts';
import { sizeOfJson } from './size-of-json.ts';

const sentSchema = z.object({ turnId: z.string(), isOpen: z.boolean() });
/** Characters on their way to one process before senders are told to wait. */
const deliveryWindow = 4 * 1024 * 1024;

/** One agent, or one instance of an `isolation: instance` agent, in a process of its own: what is asked of it, and what it still has to do. */
export class AgentUnit {
  readonly agent: string;
  /** The instances it is known to have. */
  readonly instances = new Set<string>();
  readonly #journalPath: string;
  readonly #turns = new OpenTurns();
  readonly #resumed = new Set<string>();
  readonly #offline: OfflineJournal;
  readonly #life: AgentLife;
  /** Turns whose event is on its way: a process that starts meanwhile does not know them yet. */
  readonly #delivering = new Set<string>();
  #underway = 0;

  constructor(agent: string, host: Omit<LifeHost, 'work'> & { readonly journalPath: string }) {
    this.agent = agent;
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
  get status(): UnitStatus & { readonly openTurns: number } {
    return { ...this.#life.status, openTurns: this.#turns.count };
  }

  /** Every turn that has not ended. */
  get openTurns(): readonly OpenTurn[] {
    return this.#turns.all();
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
    return turnOutcomeSchema.parse(await this.#life.call('outcome', { turnId }));
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
      return z.boolean().parse(await this.#life.call('cancel', { turnId, reason }));
    const { hasEnded } = await this.#offline.cancel(turn.instanceKey, turnId, reason);
    if (hasEnded) this.#turns.delete(turnId);
    return true;
  }

  /** Makes sure that an instance exists. */
  async spawn(instanceKey: string): Promise<void> {
    await this.#life.call('spawn', instanceKey);
    this.instances.add(instanceKey);
  }

  /** True while that turn waits for a person. */
  async isHeld(turnId: string): Promise<boolean> {
    return this.#life.status.state === 'running' && (await this.#life.call('isHeld', { turnId })) === true;
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
    if (this.#underway >= deliveryWindow || this.#turns.isFull)
      throw new GoondanError(
        'E_BACKPRESSURE',
        `${this.agent} has more to take in than it can; nothing was accepted.`,
      );
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
      const { state } = this.#life.status;
      const isDown = state === 'waiting' || (isLeft && state === 'asleep');
      isOpen = isDown
        ? await this.#offline.accept({ instanceKey, turnId, event, options })
        : await this.#deliver(instanceKey, event, options);
      this.instances.add(instanceKey);
      return { turnId };
    } finally {
      this.#underway -= size;
      this.#delivering.delete(turnId);
      if (!isOpen) this.#turns.delete(turnId);
    }
  }

  async #deliver(instanceKey: string, event: AgentEvent, options: SubmitOptions): Promise<boolean> {
    const payload = { ...event, instanceKey };
    const message = { type: 'event', from: 'orchestrator', to: this.agent, payload };
    return sentSchema.parse(await this.#life.call('message', { message, ...options })).isOpen;
  }

  /** The last process may have died between the end of a turn and telling us. */
  #correct(open: JsonValue): void {
    const known = new Set(z.array(z.string()).parse(open));
    for (const { turnId } of this.#turns.all())
      if (!known.has(turnId) && !this.#delivering.has(turnId)) this.#turns.delete(turnId);
  }
}
