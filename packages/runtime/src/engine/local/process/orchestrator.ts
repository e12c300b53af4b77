import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { lockFolder } from '../../../storage/folder-lock.ts';
import type { RuntimeEvent, TurnDelta } from '../../../telemetry/runtime-event.ts';
import type { AgentStatus, Engine, OpenTurn, SubmitOptions } from '../../engine.ts';
import type { Address, RequestOptions } from '../../turn-context.ts';
import type { TurnOutcome } from '../../turn-outcome.ts';
import { adoptJournals } from '../adopt-journals.ts';
import { agentNotFound } from '../agent-not-found.ts';
import { AgentJournal } from '../agent-journal.ts';
import { answerWithin } from '../answer-within.ts';
import { Completions } from '../completions.ts';
import { Handles } from '../handles.ts';
import { Observers } from '../observers.ts';
import { agentMethods } from './agent-methods.ts';
import { AgentUnit } from './agent-unit.ts';
import type { Methods } from './channel.ts';
import type { ChildProcess } from './child-process.ts';
import { ChildSupply, type ChildSupplyOptions } from './child-supply.ts';
import type { StartOrder } from './start-order.ts';

/** An agent as the orchestrator knows it: it loads none of its code. */
export interface ProcessAgent {
  readonly name: string;
  /** One process for the agent, or one for each of its instances. */
  readonly isolation: 'agent' | 'instance';
}

/** What an orchestrator is made of. */
export interface OrchestratorOptions extends ChildSupplyOptions {
  readonly agents: readonly ProcessAgent[];
  /** What a process has to know of the bundle to become an agent. */
  readonly order: (agent: string) => Omit<StartOrder, 'agent' | 'journalPath' | 'resume'>;
  readonly logger: Console;
  /** How long an agent may have nothing to do before its process is put to sleep. */
  readonly idleMs?: number;
  /** Resident bytes the process of an agent may take. */
  readonly maxMemory?: number;
}

const defaultGraceMs = 5_000;
const defaultIdleMs = 300_000;
/** Turns whose agent is known without a look into its journal. */
const mostRemembered = 10_000;
const defaultMaxMemory = 2 * 1024 * 1024 * 1024;

/** Runs each agent in a process of its own: starts, routes, supervises. Keeps nothing itself; all that lasts is in the agents' journals. */
export class Orchestrator implements Engine {
  readonly #options: OrchestratorOptions;
  readonly #handles: Handles;
  readonly #units = new Map<string, AgentUnit>();
  readonly #unitOfTurn = new Map<string, AgentUnit>();
  readonly #observers: Observers;
  readonly #completions: Completions;
  #supply: ChildSupply | undefined;
  #unlock: (() => void) | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: OrchestratorOptions) {
    this.#options = options;
    const { layout, agents, logger } = options;
    this.#handles = new Handles(layout.handles, layout.folder);
    this.#observers = new Observers(logger);
    this.#completions = new Completions({
      handles: this.#handles,
      agents: agents.map(({ name }) => name),
      logger,
      take: (to, event, mayBegin) =>
        mayBegin ? this.send(to, event) : this.#unit(to).leave(to.instanceKey, event),
    });
  }

  async start(): Promise<void> {
    const { layout } = this.#options;
    mkdirSync(layout.folder, { recursive: true });
    this.#unlock = lockFolder(layout.folder);
    try {
      this.#supply = new ChildSupply(this.#options);
      for (const agent of this.#options.agents) {
        await adoptJournals(layout, agent);
        this.#findUnits(agent);
      }
      await this.#completions.deliverLeft();
    } catch (thrown) {
      await this.#close();
      throw thrown;
    }
  }

  resume(only: Partial<Address> = {}): readonly OpenTurn[] {
    const turns = this.openTurns().filter(
      ({ agent, instanceKey }) =>
        (only.agent ?? agent) === agent && (only.instanceKey ?? instanceKey) === instanceKey,
    );
    for (const turn of turns) this.#unit(turn).resume(turn.instanceKey);
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
    const unit = this.#unit(to);
    // Before anything is made of it.
    unit.refuseWhenFull();
    const { turnId } = await unit.accept(to.instanceKey, this.#options.mask.json(event), options);
    this.#remember(turnId, unit);
    return { turnId };
  }

  async request(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions & RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { turnId } = await this.send(to, event, options);
    return answerWithin(options.timeoutMs, to, this.#unit(to).outcome(turnId));
  }

  async attach(turnId: string): Promise<TurnOutcome> {
    const unit = this.#unitOfTurn.get(turnId) ?? this.#findTurn(turnId);
    if (unit !== undefined) return unit.outcome(turnId);
    for (const other of this.#units.values()) {
      const outcome = other.pastOutcome(turnId);
      if (outcome !== undefined) return outcome;
    }
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `No turn '${turnId}' is known.`);
  }

  async cancel(turnId: string, reason = 'it was cancelled'): Promise<boolean> {
    const unit = this.#unitOfTurn.get(turnId) ?? this.#findTurn(turnId);
    return unit === undefined ? false : unit.cancel(turnId, this.#options.mask.text(reason));
  }

  async complete(handle: string, outcome: JsonValue): Promise<void> {
    await this.#completions.complete(handle, this.#options.mask.json(outcome));
  }

  openTurns(): readonly OpenTurn[] {
    return [...this.#units.values()].flatMap((unit) => unit.openTurns);
  }

  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void {
    return this.#observers.add(listener);
  }

  status(): readonly AgentStatus[] {
    return Array.from(this.#units.values(), ({ status }) => status);
  }

  #agents(): JsonValue {
    return this.#options.agents.map(({ name }) => {
      const units = [...this.#units.values()].filter(({ agent }) => agent === name);
      return { agent: name, instances: units.flatMap((unit) => [...unit.instances]) };
    });
  }

  /** The units that have a journal. */
  #findUnits({ name, isolation }: ProcessAgent): void {
    const { layout } = this.#options;
    if (isolation === 'agent') {
      if (existsSync(layout.journalOf(name))) this.#addUnit(name, undefined).readOpenTurns();
      return;
    }
    const folder = join(layout.agentFolder(name), 'instances');
    for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(folder, entry, 'journal.db');
      if (!existsSync(path)) continue;
      for (const instanceKey of instancesIn(path)) this.#addUnit(name, instanceKey).readOpenTurns();
    }
  }

  #unit({ agent, instanceKey }: Address): AgentUnit {
    if (this.#unlock === undefined) throw notRunning();
    const known = this.#options.agents.find(({ name }) => name === agent);
    if (known === undefined) {
      const names = this.#options.agents.map(({ name }) => name);
      throw agentNotFound(agent, names);
    }
    const own = known.isolation === 'instance' ? instanceKey : undefined;
    return this.#units.get(unitKey(agent, own)) ?? this.#addUnit(agent, own);
  }

  #addUnit(agent: string, instanceKey: string | undefined): AgentUnit {
    const { layout, logger, order, idleMs = defaultIdleMs, maxMemory = defaultMaxMemory } = this.#options;
    const journalPath = layout.journalOf(agent, instanceKey);
    const unit: AgentUnit = new AgentUnit(agent, {
      journalPath,
      instanceKey,
      takeChild: () => this.#takeChild(agent),
      order: (resume) => ({ ...order(agent), agent, journalPath, resume: [...resume] }),
      methods: this.#methods(agent),
      logger,
      idleMs,
      maxMemory,
    });
    this.#units.set(unitKey(agent, instanceKey), unit);
    return unit;
  }

  #methods(sender: string): Methods {
    return agentMethods(sender, {
      send: (to, event) => this.send(to, event),
      outcome: (to, turnId) => {
        const unit = this.#unit(to);
        // What a turn that was taken up again waits for has to go on too.
        unit.resume(to.instanceKey);
        return unit.outcome(turnId);
      },
      cancel: ({ to, turnId }, reason) => this.#unit(to).cancelFor(sender, turnId, reason),
      completionOf: (handle) => this.#handles.completionOf(handle),
      complete: (handle, outcome) => this.#completions.completeOnce(handle, outcome),
      agents: () => this.#agents(),
      spawn: (to) => this.#unit(to).spawn(to.instanceKey),
      isHeld: (to, turnId) => this.#unit(to).isHeld(turnId),
      tell: (event) => this.#observers.tell(event),
    });
  }

  /** A turn of an earlier life of ours. */
  #findTurn(turnId: string): AgentUnit | undefined {
    return [...this.#units.values()].find((unit) => unit.openTurns.some((turn) => turn.turnId === turnId));
  }

  #remember(turnId: string, unit: AgentUnit): void {
    // Of those that are long gone the journal knows.
    if (this.#unitOfTurn.size >= mostRemembered)
      for (const known of this.#unitOfTurn.keys()) {
        this.#unitOfTurn.delete(known);
        if (this.#unitOfTurn.size < mostRemembered / 2) break;
      }
    this.#unitOfTurn.set(turnId, unit);
  }

  #takeChild(agent: string): ChildProcess {
    if (this.#supply === undefined) throw notRunning();
    return this.#supply.take(agent);
  }

  async #stop(graceMs: number): Promise<void> {
    await Promise.all(Array.from(this.#units.values(), (unit) => unit.stop(graceMs)));
    await this.#close();
  }

  async #close(): Promise<void> {
    const [supply, unlock] = [this.#supply, this.#unlock];
    this.#supply = undefined;
    this.#unlock = undefined;
    this.#units.clear();
    this.#unitOfTurn.clear();
    await supply?.close();
    unlock?.();
  }
}

function notRunning(): Error {
  return new Error('The engine is not running: its state is not locked.');
}

function unitKey(agent: string, instanceKey: string | undefined): string {
  return instanceKey === undefined ? agent : `${agent}\n${instanceKey}`;
}

/** The instances a journal holds. */
function instancesIn(journalPath: string): string[] {
  const journal = new AgentJournal(journalPath, { isReadOnly: true });
  try {
    return Array.from(journal.instances(), ([instanceKey]) => instanceKey);
  } finally {
    journal.close();
  }
}
