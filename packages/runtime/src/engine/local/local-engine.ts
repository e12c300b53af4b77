import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError, nearest, type AgentEvent, type HandleOwner, type JsonValue } from '@goondan/core';
import { lockFolder } from '../../storage/folder-lock.ts';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';
import { isTraceId, newTraceId } from '../../telemetry/span-id.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { Engine, OpenTurn, SubmitOptions } from '../engine.ts';
import type { Address, RequestOptions } from '../turn-context.ts';
import type { TurnOutcome } from '../turn-outcome.ts';
import type { TurnRunner } from '../turn-runner.ts';
import { AgentJournal, type QueuedTurn } from './agent-journal.ts';
import { Handles } from './handles.ts';
import { Instance, type InstanceHost } from './instance.ts';
import { Outcomes } from './outcomes.ts';
import { waitFor } from './wait-for.ts';

/** What an engine in this process is made of. */
export interface LocalEngineOptions {
  readonly layout: WorkspaceLayout;
  readonly agents: readonly string[];
  /** Loads an agent at its first turn. */
  readonly runnerOf: (agent: string) => Promise<TurnRunner>;
  readonly logger: Console;
  /** Taken from every event before it is recorded. */
  readonly mask?: (event: AgentEvent) => AgentEvent;
  /** How long finished turns are kept; all of them without it. */
  readonly retentionMs?: number;
}

interface AgentState {
  readonly journal: AgentJournal;
  readonly instances: Map<string, Instance>;
}

/** Instances kept in memory for each agent, beyond those at work. */
const mostInstances = 1_000;
const defaultGraceMs = 5_000;
const interruptedGraceMs = 1_000;

/** Runs every agent in this process, on one journal for each. */
export class LocalEngine implements Engine {
  readonly #options: LocalEngineOptions;
  readonly #handles: Handles;
  readonly #outcomes = new Outcomes();
  readonly #listeners = new Set<(event: RuntimeEvent | TurnDelta) => void>();
  readonly #agents = new Map<string, AgentState>();
  readonly #addresses = new Map<string, Address>();
  /** The same event handed in twice at once is accepted once. */
  readonly #accepting = new Map<string, Promise<void>>();
  #unlock: (() => void) | undefined;

  constructor(options: LocalEngineOptions) {
    this.#options = options;
    this.#handles = new Handles(options.layout.handles, options.layout.folder);
  }

  async start(): Promise<void> {
    const { layout, agents, retentionMs } = this.#options;
    mkdirSync(layout.folder, { recursive: true });
    this.#unlock = lockFolder(layout.folder);
    try {
      for (const agent of agents) if (existsSync(this.#journalPath(agent))) this.#agent(agent);
      if (retentionMs !== undefined)
        for (const { journal } of this.#agents.values()) await journal.prune(Date.now() - retentionMs);
      for (const record of await this.#handles.undelivered()) await this.#deliver(record.handle);
    } catch (thrown) {
      this.#close();
      throw thrown;
    }
  }

  resume(only: Partial<Address> = {}): readonly OpenTurn[] {
    const turns = this.openTurns().filter(
      ({ agent, instanceKey }) =>
        (only.agent ?? agent) === agent && (only.instanceKey ?? instanceKey) === instanceKey,
    );
    for (const { agent, instanceKey } of turns) this.#instance({ agent, instanceKey }).drain();
    return turns;
  }

  async stop({ graceMs = defaultGraceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    const instances = [...this.#agents.values()].flatMap((agent) => [...agent.instances.values()]);
    const stopped = Promise.all(instances.map((instance) => instance.stop()));
    await Promise.race([stopped, waitFor(graceMs)]);
    for (const instance of instances)
      instance.interrupt(new GoondanError('E_AGENT_CANCELLED', 'The process is shutting down.'));
    await Promise.race([stopped, waitFor(Math.min(graceMs, interruptedGraceMs))]);
    this.#close();
  }

  async send(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions = {},
  ): Promise<{ readonly turnId: string }> {
    const { journal } = this.#agent(to.agent);
    const turnId = turnIdOf(to, event);
    const turns = journal.turnsOf(to.instanceKey);
    if (!turns.open.has(turnId) && !turns.finished.has(turnId)) {
      const accepting = this.#accepting.get(turnId) ?? this.#accept(to, { turnId, event, options });
      this.#accepting.set(turnId, accepting);
      await accepting.finally(() => this.#accepting.delete(turnId));
    }
    this.#instance(to).drain();
    return { turnId };
  }

  async request(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions & RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { turnId } = await this.send(to, event, options);
    const outcome = this.attach(turnId);
    if (options.timeoutMs === undefined) return outcome;
    const done = new AbortController();
    const late = waitFor(options.timeoutMs, done.signal).then(() => {
      throw new GoondanError(
        'E_AGENT_TIMEOUT',
        `${to.agent}/${to.instanceKey} did not answer within ${options.timeoutMs} ms.`,
      );
    });
    return Promise.race([outcome, late]).finally(() => done.abort());
  }

  async attach(turnId: string): Promise<TurnOutcome> {
    const to = this.#addresses.get(turnId);
    const turns = to && this.#agent(to.agent).journal.turnsOf(to.instanceKey);
    if (to !== undefined && turns?.open.has(turnId) === true) return this.#outcomes.of(turnId);
    const outcome = to && this.#agent(to.agent).journal.outcomeOf(turnId);
    if (outcome !== undefined) return outcome;
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
  }

  async cancel(turnId: string, reason = 'it was cancelled'): Promise<boolean> {
    const to = this.#addresses.get(turnId);
    if (to === undefined) return false;
    const { journal } = this.#agent(to.agent);
    const turn = journal.turnsOf(to.instanceKey).open.get(turnId);
    if (turn === undefined || turn.cancelReason !== undefined) return turn !== undefined;
    await journal.cancel(to.instanceKey, turnId, reason);
    await this.#instance(to).cancel(turn);
    return true;
  }

  async complete(handle: string, outcome: JsonValue): Promise<void> {
    const record = await this.#handles.complete(handle, outcome);
    if (record.kind === 'detached') await this.#deliver(handle);
  }

  /** Takes handles of calls that answered `pending`, durably (PEND-1). */
  claimHandle(handle: string, owner: HandleOwner): Promise<boolean> {
    return this.#handles.claim(handle, { kind: 'detached', owner, about: {} });
  }

  openTurns(): readonly OpenTurn[] {
    return [...this.#agents].flatMap(([agent, { journal }]) =>
      [...journal.instances()].flatMap(([instanceKey, { open }]) =>
        Array.from(open.values(), ({ turnId, event, acceptedAt }) => ({
          agent,
          instanceKey,
          turnId,
          event,
          acceptedAt,
          isBegun: journal.isBegun(turnId),
        })),
      ),
    );
  }

  /** The runtime events of a turn that are on record. */
  eventsOf(turnId: string): readonly RuntimeEvent[] {
    const to = this.#addresses.get(turnId);
    return to === undefined ? [] : this.#agent(to.agent).journal.eventsOf(turnId);
  }

  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #accept(
    to: Address,
    { turnId, event, options }: { turnId: string; event: AgentEvent; options: SubmitOptions },
  ): Promise<void> {
    const { workdir } = options;
    const { traceId } = event;
    await this.#agent(to.agent).journal.accept(to.instanceKey, {
      turnId,
      event: this.#options.mask?.(event) ?? event,
      traceId: traceId !== undefined && isTraceId(traceId) ? traceId : newTraceId(),
      ...(workdir === undefined ? {} : { workdir }),
      acceptedAt: Date.now(),
    });
    this.#addresses.set(turnId, to);
  }

  /** Brings the outcome of a finished call to its instance, as an event of its own (PEND-2). */
  async #deliver(handle: string): Promise<void> {
    const completion = await this.#handles.completionEvent(handle);
    if (completion === undefined) return;
    await this.send(completion.to, completion.event);
    await this.#handles.markDelivered(handle);
  }

  #agent(name: string): AgentState {
    const known = this.#agents.get(name);
    if (known !== undefined) return known;
    const { agents, layout } = this.#options;
    if (!agents.includes(name)) throw agentNotFound(name, agents);
    mkdirSync(layout.agentFolder(name), { recursive: true });
    const agent = {
      journal: new AgentJournal(this.#journalPath(name)),
      instances: new Map<string, Instance>(),
    };
    this.#agents.set(name, agent);
    for (const [instanceKey, { open, finished }] of agent.journal.instances()) {
      for (const turnId of [...open.keys(), ...finished.keys()])
        this.#addresses.set(turnId, { agent: name, instanceKey });
    }
    return agent;
  }

  #instance(to: Address): Instance {
    const agent = this.#agent(to.agent);
    const known = agent.instances.get(to.instanceKey);
    if (known !== undefined) return known;
    // What an idle instance knows it can read again.
    if (agent.instances.size >= mostInstances)
      for (const [key, { isBusy }] of agent.instances) if (!isBusy) agent.instances.delete(key);
    const instance = new Instance(to, this.#host(to, agent.journal));
    agent.instances.set(to.instanceKey, instance);
    return instance;
  }

  #host(self: Address, journal: AgentJournal): InstanceHost {
    const { layout } = this.#options;
    return {
      journal,
      runner: () => this.#options.runnerOf(self.agent),
      workdir: (turn: QueuedTurn) => turn.workdir ?? layout.workdirOf(self.agent, self.instanceKey),
      send: (to, event) => this.send(to, event),
      outcome: (turnId) => this.attach(turnId),
      openHandle: (handle, { turnId, about }) => this.#handles.openHeld(handle, { self, turnId, about }),
      completionOf: (handle) => this.#handles.completionOf(handle),
      observe: (event) => this.#tell(event),
      ended: (outcome) => this.#outcomes.settle(outcome),
      stalled: (turnId, reason) => this.#outcomes.fail(turnId, reason),
      now: () => Date.now(),
      wait: waitFor,
    };
  }

  #tell(event: RuntimeEvent | TurnDelta): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (thrown) {
        this.#options.logger.error(`An observer failed: ${String(thrown)}`);
      }
    }
  }

  #journalPath(agent: string): string {
    return join(this.#options.layout.agentFolder(agent), 'journal.db');
  }

  #close(): void {
    for (const { journal } of this.#agents.values()) journal.close();
    this.#agents.clear();
    this.#unlock?.();
    this.#unlock = undefined;
  }
}

/** The same event is the same turn, however often it is handed in. */
function turnIdOf(to: Address, event: AgentEvent): string {
  const identity = JSON.stringify([to.agent, to.instanceKey, event.id]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

/** The error of a name that no agent has. */
export function agentNotFound(name: string, agents: readonly string[]): GoondanError {
  const near = nearest(name, agents);
  const suggestion = near === undefined ? `Agents: ${agents.join(', ')}.` : `Did you mean '${near}'?`;
  return new GoondanError('E_AGENT_NOT_FOUND', `There is no agent '${name}'.`, { suggestion });
}
