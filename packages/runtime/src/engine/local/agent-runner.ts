import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  GoondanError,
  type AgentEvent,
  type AgentSummary,
  type JsonObject,
  type JsonValue,
} from '@goondan/core';
import { lockJournal } from '../../storage/folder-lock.ts';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';
import { isTraceId, newTraceId } from '../../telemetry/span-id.ts';
import type { OpenTurn, SubmitOptions } from '../engine.ts';
import type { Address } from '../turn-context.ts';
import { turnIdOf } from '../turn-id.ts';
import type { TurnOutcome } from '../turn-outcome.ts';
import type { TurnRunner } from '../turn-runner.ts';
import { AgentJournal } from './agent-journal.ts';
import type { HandoffOwner } from './handles.ts';
import { Instance } from './instance.ts';
import { Outcomes } from './outcomes.ts';
import type { SentRequest } from './request-limit.ts';
import { waitFor } from './wait-for.ts';

/** What the turns of an agent reach outside it. */
export interface AgentSurroundings {
  send(to: Address, event: AgentEvent): Promise<{ readonly turnId: string }>;
  outcome(to: Address, turnId: string): Promise<TurnOutcome>;
  /** Ends a turn that was asked for and is not waited for any more. */
  cancel(request: SentRequest, reason: string): Promise<unknown>;
  openHandle(
    handle: string,
    owner: { readonly self: Address; readonly turnId: string; readonly about: JsonObject },
  ): Promise<void>;
  completionOf(handle: string): Promise<JsonValue>;
  /** Takes a handle for a call. */
  claimHandle(handle: string, owner: HandoffOwner & { readonly self: Address }): Promise<void>;
  /** Completes a handle, once however often it is tried. */
  complete(handle: string, outcome: JsonValue): Promise<void>;
  agents(): Promise<readonly AgentSummary[]>;
  spawn(to: Address): Promise<void>;
  isHeld(to: Address, turnId: string): Promise<boolean>;
  observe(event: RuntimeEvent | TurnDelta): void;
}

/** What one agent is run with. */
export interface AgentRunnerOptions {
  readonly agent: string;
  readonly journalPath: string;
  /** Loads the agent at its first turn. */
  readonly runner: () => Promise<TurnRunner>;
  readonly workdirOf: (instanceKey: string) => string;
  readonly surroundings: AgentSurroundings;
  /** Taken from every event before it is recorded. */
  readonly mask?: (event: AgentEvent) => AgentEvent;
  /** Told when a turn has ended. */
  readonly onEnded?: (outcome: TurnOutcome) => void;
  /** Takes up again by itself what found no room on the disk. */
  readonly keepsTrying?: boolean;
  /** What time it is; by the machine's clock without it. */
  readonly now?: () => number;
  readonly wait?: typeof waitFor;
}

/** An event that was taken in. */
export interface Accepted {
  readonly turnId: string;
  /** False when its turn has ended already. */
  readonly isOpen: boolean;
}

/** Instances kept in memory, each with its whole conversation, beyond those at work. */
const mostInstances = 128;

/** Runs the turns of one agent, as the only writer of its journal. */
export class AgentRunner {
  readonly journal: AgentJournal;
  readonly #unlock: () => void;
  readonly #options: AgentRunnerOptions;
  readonly #instances = new Map<string, Instance>();
  readonly #instanceOfTurn = new Map<string, string>();
  readonly #outcomes = new Outcomes();
  /** The same event handed in twice at once is accepted once. */
  readonly #accepting = new Map<string, Promise<void>>();

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
    mkdirSync(dirname(options.journalPath), { recursive: true });
    this.#unlock = lockJournal(options.journalPath);
    try {
      this.journal = new AgentJournal(options.journalPath);
    } catch (thrown) {
      this.#unlock();
      throw thrown;
    }
    for (const [instanceKey, { open, finished }] of this.journal.instances()) {
      for (const turnId of [...open.keys(), ...finished.keys()])
        this.#instanceOfTurn.set(turnId, instanceKey);
    }
  }

  /** Takes an event in and sees to it that its turn will run. The same event is the same turn. */
  async accept(instanceKey: string, event: AgentEvent, options: SubmitOptions = {}): Promise<Accepted> {
    const accepted = await this.take(instanceKey, event, options);
    this.resume(instanceKey);
    return accepted;
  }

  /** The same, but its turn does not begin yet. */
  async take(instanceKey: string, event: AgentEvent, options: SubmitOptions = {}): Promise<Accepted> {
    const turnId = turnIdOf({ agent: this.#options.agent, instanceKey }, event);
    const turns = this.journal.turnsOf(instanceKey);
    if (!turns.open.has(turnId) && !turns.finished.has(turnId)) {
      const accepting = this.#accepting.get(turnId) ?? this.#accept(instanceKey, { turnId, event, options });
      this.#accepting.set(turnId, accepting);
      await accepting.finally(() => this.#accepting.delete(turnId));
    }
    return { turnId, isOpen: turns.open.has(turnId) };
  }

  /** True for a turn of this agent that is still known. */
  knows(turnId: string): boolean {
    return this.#instanceOfTurn.has(turnId);
  }

  /** Waits for what a turn comes to. */
  async outcome(turnId: string): Promise<TurnOutcome> {
    const instanceKey = this.#instanceOfTurn.get(turnId);
    if (instanceKey !== undefined && this.journal.turnsOf(instanceKey).open.has(turnId))
      return this.#outcomes.of(turnId);
    const outcome = instanceKey === undefined ? undefined : this.journal.outcomeOf(turnId);
    if (outcome !== undefined) return outcome;
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
  }

  /** Cancels a turn; false when it is not known or has ended. */
  async cancel(turnId: string, reason: string): Promise<boolean> {
    const instanceKey = this.#instanceOfTurn.get(turnId);
    const turn = instanceKey === undefined ? undefined : this.journal.turnsOf(instanceKey).open.get(turnId);
    if (instanceKey === undefined || turn === undefined) return false;
    if (turn.cancelReason !== undefined) return true;
    await this.journal.cancel(instanceKey, turnId, reason);
    await this.#instance(instanceKey).cancel(turn);
    return true;
  }

  /** Every turn that has not ended. */
  openTurns(): OpenTurn[] {
    return [...this.journal.instances()].flatMap(([instanceKey, { open }]) =>
      Array.from(open.values(), ({ turnId, event, acceptedAt }) => ({
        agent: this.#options.agent,
        instanceKey,
        turnId,
        event,
        acceptedAt,
        isBegun: this.journal.isBegun(turnId),
      })),
    );
  }

  /** Goes on with the open turns of an instance. */
  resume(instanceKey: string): void {
    this.#instance(instanceKey).drain();
  }

  /** Makes sure that an instance exists. */
  async spawn(instanceKey: string): Promise<void> {
    if (!this.journal.hasInstance(instanceKey)) await this.journal.spawn(instanceKey);
  }

  /** The instances there are. */
  instances(): string[] {
    return Array.from(this.journal.instances(), ([instanceKey]) => instanceKey);
  }

  /** True while that turn, or one that it waits for, waits for a person. */
  async isHeld(turnId: string): Promise<boolean> {
    const instanceKey = this.#instanceOfTurn.get(turnId);
    return instanceKey !== undefined && ((await this.#instances.get(instanceKey)?.isHeld(turnId)) ?? false);
  }

  /** Begins nothing new; resolves when what has begun is recorded. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#instances.values(), (instance) => instance.stop()));
  }

  /** Ends what still runs, after `stop`; its turns stay open. */
  interrupt(reason: Error): void {
    for (const instance of this.#instances.values()) instance.interrupt(reason);
  }

  /** Lets the journal go, and those who wait for turns that have not ended. */
  close(): void {
    this.journal.close();
    this.#unlock();
    const reason = 'The process is shutting down; the turn goes on when it is resumed.';
    this.#outcomes.failAll(new GoondanError('E_RUN_INTERRUPTED', reason));
  }

  async #accept(
    instanceKey: string,
    { turnId, event, options }: { turnId: string; event: AgentEvent; options: SubmitOptions },
  ): Promise<void> {
    const { workdir } = options;
    const { traceId } = event;
    await this.journal.accept(instanceKey, {
      turnId,
      event: this.#options.mask?.(event) ?? event,
      traceId: traceId !== undefined && isTraceId(traceId) ? traceId : newTraceId(),
      ...(workdir === undefined ? {} : { workdir }),
      acceptedAt: (this.#options.now ?? Date.now)(),
    });
    this.#instanceOfTurn.set(turnId, instanceKey);
  }

  /** What an idle instance knows it can read again: the one that was not needed for the longest goes. */
  #letOneGo(): void {
    for (const [key, { isBusy }] of this.#instances) {
      if (isBusy) continue;
      this.#instances.delete(key);
      return;
    }
  }

  #instance(instanceKey: string): Instance {
    const known = this.#instances.get(instanceKey);
    if (known !== undefined) {
      // Those used last stand last.
      this.#instances.delete(instanceKey);
      this.#instances.set(instanceKey, known);
      return known;
    }
    if (this.#instances.size >= mostInstances) this.#letOneGo();
    const { agent, runner, workdirOf, surroundings, now = Date.now, wait = waitFor } = this.#options;
    const self = { agent, instanceKey };
    const instance = new Instance(self, {
      journal: this.journal,
      runner,
      workdir: () => workdirOf(instanceKey),
      send: (to, event) => surroundings.send(to, event),
      outcome: (to, turnId) => surroundings.outcome(to, turnId),
      cancel: (request, reason) => surroundings.cancel(request, reason),
      openHandle: (handle, { turnId, about }) => surroundings.openHandle(handle, { self, turnId, about }),
      completionOf: (handle) => surroundings.completionOf(handle),
      claimHandle: (handle, owner) => surroundings.claimHandle(handle, { self, ...owner }),
      complete: (handle, outcome) => surroundings.complete(handle, outcome),
      agents: () => surroundings.agents(),
      spawn: (to) => surroundings.spawn(to),
      isHeld: (to, turnId) => surroundings.isHeld(to, turnId),
      observe: (event) => surroundings.observe(event),
      ended: (outcome) => {
        this.#outcomes.settle(outcome);
        this.#options.onEnded?.(outcome);
      },
      stalled: (turnId, reason) => this.#outcomes.fail(turnId, reason),
      keepsTrying: this.#options.keepsTrying ?? false,
      now,
      // Tests have one clock for both.
      elapsed: this.#options.now ?? (() => performance.now()),
      wait,
    });
    this.#instances.set(instanceKey, instance);
    return instance;
  }
}
