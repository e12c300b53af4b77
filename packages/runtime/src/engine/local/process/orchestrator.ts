import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError, type AgentEvent, type JsonValue } from '@goondan/core';
import { lockFolder } from '../../../storage/folder-lock.ts';
import type { RuntimeEvent, TurnDelta } from '../../../telemetry/runtime-event.ts';
import type { Engine, OpenTurn, SubmitOptions } from '../../engine.ts';
import type { Address, RequestOptions } from '../../turn-context.ts';
import type { TurnOutcome } from '../../turn-outcome.ts';
import { agentNotFound } from '../agent-not-found.ts';
import { AgentJournal } from '../agent-journal.ts';
import { Handles } from '../handles.ts';
import { waitFor } from '../wait-for.ts';
import type { UnitStatus } from './agent-life.ts';
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
export interface OrchestratorOptions extends Omit<ChildSupplyOptions, 'mask'> {
  readonly agents: readonly ProcessAgent[];
  /** What a process has to know to become an agent. */
  readonly order: Omit<StartOrder, 'agent' | 'journalPath' | 'resume'>;
  readonly logger: Console;
  /** Takes the secrets from what comes from outside before it is handed on. */
  readonly mask: <Value>(value: Value) => Value;
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
  readonly #listeners = new Set<(event: RuntimeEvent | TurnDelta) => void>();
  #supply: ChildSupply | undefined;
  #unlock: (() => void) | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: OrchestratorOptions) {
    this.#options = options;
    this.#handles = new Handles(options.layout.handles, options.layout.folder);
  }

  async start(): Promise<void> {
    const { layout } = this.#options;
    mkdirSync(layout.folder, { recursive: true });
    this.#unlock = lockFolder(layout.folder);
    try {
      this.#supply = new ChildSupply(this.#options);
      for (const agent of this.#options.agents) this.#findUnits(agent);
      for (const { handle } of await this.#handles.undelivered()) await this.#deliver(handle, true);
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
    const { turnId } = await unit.accept(to.instanceKey, this.#options.mask(event), options);
    this.#remember(turnId, unit);
    return { turnId };
  }

  async request(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions & RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { timeoutMs } = options;
    const { turnId } = await this.send(to, event, options);
    const outcome = this.#unit(to).outcome(turnId);
    if (timeoutMs === undefined) return outcome;
    const done = new AbortController();
    const late = waitFor(timeoutMs, done.signal).then(() => {
      const message = `${to.agent}/${to.instanceKey} did not answer within ${timeoutMs} ms.`;
      throw new GoondanError('E_AGENT_TIMEOUT', message);
    });
    late.catch(() => undefined);
    return Promise.race([outcome, late]).finally(() => done.abort());
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
    return unit === undefined ? false : unit.cancel(turnId, this.#options.mask(reason));
  }

  async complete(handle: string, outcome: JsonValue): Promise<void> {
    const record = await this.#handles.complete(handle, this.#options.mask(outcome));
    if (record.kind === 'detached') await this.#deliver(handle);
  }

  openTurns(): readonly OpenTurn[] {
    return [...this.#units.values()].flatMap((unit) => unit.openTurns);
  }

  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How the process of each agent is, for those that were ever needed. */
  status(): readonly (UnitStatus & { readonly agent: string; readonly openTurns: number })[] {
    return Array.from(this.#units.values(), (unit) => ({ agent: unit.agent, ...unit.status }));
  }

  /** For an answer that an attempt which was cut off may have given. */
  async #completeOnce(handle: string, outcome: JsonValue): Promise<void> {
    try {
      await this.complete(handle, outcome);
    } catch (thrown) {
      if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_COMPLETED') throw thrown;
      await this.#deliver(handle);
    }
  }

  /** Brings the outcome of a finished call to its instance, as an event of its own (PEND-2). While we start, no turn begins of it. */
  async #deliver(handle: string, isStarting = false): Promise<void> {
    const completion = await this.#handles.completionEvent(handle);
    if (completion === undefined) return;
    const { to, event } = completion;
    if (!this.#options.agents.some(({ name }) => name === to.agent)) {
      const reason = `agent '${to.agent}' is no longer in the bundle; it is delivered once it is back`;
      this.#options.logger.warn(`The outcome of handle '${handle}' waits: ${reason}.`);
      return;
    }
    if (isStarting) await this.#unit(to).leave(to.instanceKey, event);
    else await this.send(to, event);
    await this.#handles.markDelivered(handle);
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
      takeChild: () => this.#takeChild(agent),
      order: (resume) => ({ ...order, agent, journalPath, resume: [...resume] }),
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
      completionOf: (handle) => this.#handles.completionOf(handle),
      complete: (handle, outcome) => this.#completeOnce(handle, outcome),
      agents: () => this.#agents(),
      spawn: (to) => this.#unit(to).spawn(to.instanceKey),
      isHeld: (to, turnId) => this.#unit(to).isHeld(turnId),
      tell: (event) => this.#tell(event),
    });
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
