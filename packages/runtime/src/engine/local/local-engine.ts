import { existsSync, mkdirSync } from 'node:fs';
import { GoondanError, textOfThrown, type AgentEvent, type HandleOwner, type JsonValue } from '@goondan/core';
import { lockFolder } from '../../storage/folder-lock.ts';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { AgentStatus, Engine, OpenTurn, SubmitOptions } from '../engine.ts';
import type { Address, RequestOptions } from '../turn-context.ts';
import type { TurnOutcome } from '../turn-outcome.ts';
import type { TurnRunner } from '../turn-runner.ts';
import { adoptJournals } from './adopt-journals.ts';
import { agentNotFound } from './agent-not-found.ts';
import { AgentRunner, type AgentSurroundings } from './agent-runner.ts';
import { answerWithin } from './answer-within.ts';
import { Completions } from './completions.ts';
import { Handles } from './handles.ts';
import { Observers } from './observers.ts';
import { waitAtMost } from './wait-for.ts';

/** What an engine in this process is made of. */
export interface LocalEngineOptions {
  readonly layout: WorkspaceLayout;
  readonly agents: readonly string[];
  /** Loads an agent at its first turn. */
  readonly runnerOf: (agent: string) => Promise<TurnRunner>;
  readonly logger: Console;
  /** Takes the secrets from what comes from outside before it is recorded. */
  readonly mask?: <Value>(value: Value) => Value;
  /** How long finished turns are kept; all of them without it. */
  readonly retentionMs?: number;
  /** Takes up again by itself what found no room on the disk. */
  readonly keepsTrying?: boolean;
  /** What time it is; by the machine's clock without it. */
  readonly now?: () => number;
  /** Resolves after a while, or at once when the signal aborts; by the machine's clock without it. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const defaultGraceMs = 5_000;
const interruptedGraceMs = 1_000;

/** Runs every agent in this process, on one journal for each. */
export class LocalEngine implements Engine {
  readonly #options: LocalEngineOptions;
  readonly #handles: Handles;
  readonly #observers: Observers;
  readonly #completions: Completions;
  readonly #runners = new Map<string, AgentRunner>();
  #unlock: (() => void) | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: LocalEngineOptions) {
    this.#options = options;
    const { layout, agents, logger } = options;
    this.#handles = new Handles(layout.handles, layout.folder);
    this.#observers = new Observers(logger);
    this.#completions = new Completions({
      handles: this.#handles,
      agents,
      logger,
      take: (to, event, mayBegin) =>
        mayBegin ? this.send(to, event) : this.#runner(to.agent).take(to.instanceKey, event),
    });
  }

  async start(): Promise<void> {
    const { layout, agents, retentionMs, now = Date.now } = this.#options;
    mkdirSync(layout.folder, { recursive: true });
    this.#unlock = lockFolder(layout.folder);
    try {
      for (const agent of agents) {
        await adoptJournals(layout, { name: agent, isolation: 'agent' });
        if (existsSync(layout.journalOf(agent))) this.#runner(agent);
      }
      if (retentionMs !== undefined)
        for (const { journal } of this.#runners.values()) await journal.prune(now() - retentionMs);
      await this.#completions.deliverLeft();
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
    for (const { agent, instanceKey } of turns) this.#runner(agent).resume(instanceKey);
    return turns;
  }

  stop({ graceMs = defaultGraceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#stopping ??= this.#stop(graceMs).finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  async send(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions = {},
  ): Promise<{ readonly turnId: string }> {
    return this.#runner(to.agent).accept(to.instanceKey, event, options);
  }

  async request(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions & RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { turnId } = await this.send(to, event, options);
    return answerWithin(options.timeoutMs, to, this.#runner(to.agent).outcome(turnId), this.#options.wait);
  }

  async attach(turnId: string): Promise<TurnOutcome> {
    const runner = this.#runnerOfTurn(turnId);
    if (runner !== undefined) return runner.outcome(turnId);
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
  }

  async cancel(turnId: string, reason = 'it was cancelled'): Promise<boolean> {
    // An error is a reason as AbortSignal knows it; on record it would be no text, and the journal could not be read.
    const said = typeof reason === 'string' ? reason : textOfThrown(reason);
    return (await this.#runnerOfTurn(turnId)?.cancel(turnId, this.#masked(said))) ?? false;
  }

  async complete(handle: string, outcome: JsonValue): Promise<void> {
    await this.#completions.complete(handle, this.#masked(outcome));
  }

  /** Takes handles of calls that answered `pending`, durably (PEND-1). */
  claimHandle(handle: string, owner: HandleOwner): Promise<boolean> {
    return this.#handles.claim(handle, { kind: 'detached', owner, about: {} });
  }

  openTurns(): readonly OpenTurn[] {
    return [...this.#runners.values()].flatMap((runner) => runner.openTurns());
  }

  /** The runtime events of a turn that are on record. */
  eventsOf(turnId: string): readonly RuntimeEvent[] {
    return this.#runnerOfTurn(turnId)?.journal.eventsOf(turnId) ?? [];
  }

  status(): readonly AgentStatus[] {
    const here = {
      instanceKey: null,
      state: 'running',
      pid: process.pid,
      crashes: 0,
      restartAt: null,
    } as const;
    return Array.from(this.#runners, ([agent, runner]) => ({
      agent,
      ...here,
      openTurns: runner.openTurns().length,
    }));
  }

  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void {
    return this.#observers.add(listener);
  }

  async #stop(graceMs: number): Promise<void> {
    const runners = [...this.#runners.values()];
    const stopped = Promise.all(runners.map((runner) => runner.stop()));
    await waitAtMost(graceMs, stopped, this.#options.wait);
    for (const runner of runners)
      runner.interrupt(new GoondanError('E_AGENT_CANCELLED', 'The process is shutting down.'));
    await waitAtMost(Math.min(graceMs, interruptedGraceMs), stopped, this.#options.wait);
    this.#close();
  }

  #masked<Value>(value: Value): Value {
    const { mask } = this.#options;
    return mask === undefined ? value : mask(value);
  }

  #runner(name: string): AgentRunner {
    const known = this.#runners.get(name);
    if (known !== undefined) return known;
    if (this.#unlock === undefined) throw new Error('The engine is not running: its state is not locked.');
    const { agents, layout, mask, keepsTrying = false, now, wait } = this.#options;
    if (!agents.includes(name)) throw agentNotFound(name, agents);
    const runner = new AgentRunner({
      agent: name,
      journalPath: layout.journalOf(name),
      runner: () => this.#options.runnerOf(name),
      workdirOf: (instanceKey) => layout.workdirOf(name, instanceKey),
      surroundings: this.#surroundings(),
      keepsTrying,
      ...(mask === undefined ? {} : { mask }),
      ...(now === undefined ? {} : { now }),
      ...(wait === undefined ? {} : { wait }),
    });
    this.#runners.set(name, runner);
    return runner;
  }

  #runnerOfTurn(turnId: string): AgentRunner | undefined {
    return [...this.#runners.values()].find((runner) => runner.knows(turnId));
  }

  #surroundings(): AgentSurroundings {
    return {
      send: (to, event) => this.send(to, event),
      outcome: (to, turnId) => {
        // What a turn that was taken up again waits for has to go on too.
        this.#runner(to.agent).resume(to.instanceKey);
        return this.#runner(to.agent).outcome(turnId);
      },
      cancel: ({ to, turnId }, reason) => this.#runner(to.agent).cancel(turnId, reason),
      openHandle: (handle, owner) => this.#handles.openHeld(handle, owner),
      completionOf: (handle) => this.#handles.completionOf(handle),
      claimHandle: (handle, owner) => this.#handles.openHandoff(handle, owner),
      complete: (handle, outcome) => this.#completions.completeOnce(handle, outcome),
      agents: async () =>
        this.#options.agents.map((agent) => ({ agent, instances: this.#runner(agent).instances() })),
      spawn: (to) => this.#runner(to.agent).spawn(to.instanceKey),
      isHeld: (to, turnId) => this.#runner(to.agent).isHeld(turnId),
      observe: (event) => this.#observers.tell(event),
    };
  }

  #close(): void {
    for (const runner of this.#runners.values()) runner.close();
    this.#runners.clear();
    this.#unlock?.();
    this.#unlock = undefined;
  }
}
