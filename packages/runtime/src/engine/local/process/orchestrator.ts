import { existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError, type AgentEvent, type Environment, type JsonValue } from '@goondan/core';
import { z } from 'zod';
import { lockFolder } from '../../../storage/folder-lock.ts';
import {
  runtimeEventSchema,
  turnDeltaSchema,
  type RuntimeEvent,
  type TurnDelta,
} from '../../../telemetry/runtime-event.ts';
import type { WorkspaceLayout } from '../../../workspace/layout.ts';
import type { Engine, OpenTurn, SubmitOptions } from '../../engine.ts';
import type { Address, RequestOptions } from '../../turn-context.ts';
import type { TurnOutcome } from '../../turn-outcome.ts';
import { agentNotFound } from '../agent-not-found.ts';
import { Handles } from '../handles.ts';
import { waitFor } from '../wait-for.ts';
import { AgentUnit, type UnitStatus } from './agent-unit.ts';
import type { Methods } from './channel.ts';
import type { ChildOptions, ChildProcess } from './child-process.ts';
import { deliverySchema, eventOfMessage } from './ipc-message.ts';
import { SparePool } from './spare-pool.ts';
import { SpillFolder } from './spill-folder.ts';
import type { StartOrder } from './start-order.ts';
import { Watchdog } from './watchdog.ts';

/** An agent as the orchestrator knows it: it loads none of its code. */
export interface ProcessAgent {
  readonly name: string;
  /** One process for the agent, or one for each of its instances. */
  readonly isolation: 'agent' | 'instance';
}

/** What an orchestrator is made of. */
export interface OrchestratorOptions {
  readonly layout: WorkspaceLayout;
  readonly agents: readonly ProcessAgent[];
  /** What a process has to know to become an agent. */
  readonly order: Omit<StartOrder, 'agent' | 'journalPath' | 'resume'>;
  readonly logger: Console;
  readonly env: Environment;
  /** Takes the secrets from what comes from outside before it is handed on. */
  readonly mask: <Value>(value: Value) => Value;
  /** Keep a process at hand for the next agent. */
  readonly hasSpare: boolean;
  /** Where processes print: our own standard error, or a log file for each agent. */
  readonly logs: 'inherit' | 'files';
  readonly idleMs?: number;
  readonly maxMemory?: number;
}

const addressSchema = z.object({ agent: z.string(), instanceKey: z.string() });
const outcomeSchema = z.object({ to: addressSchema, turnId: z.string() });
const completeSchema = z.object({ handle: z.string(), outcome: z.json() });
const observedSchema = z.union([turnDeltaSchema, runtimeEventSchema]);
const defaultGraceMs = 5_000;
const defaultIdleMs = 300_000;
const defaultMaxMemory = 2 * 1024 * 1024 * 1024;

/** Runs each agent in a process of its own: starts, routes, supervises. Keeps nothing itself; all that lasts is in the agents' journals. */
export class Orchestrator implements Engine {
  readonly #options: OrchestratorOptions;
  readonly #handles: Handles;
  readonly #units = new Map<string, AgentUnit>();
  readonly #unitOfTurn = new Map<string, AgentUnit>();
  readonly #listeners = new Set<(event: RuntimeEvent | TurnDelta) => void>();
  readonly #spill: SpillFolder;
  #watchdog: Watchdog | undefined;
  #spares: SparePool | undefined;
  #unlock: (() => void) | undefined;

  constructor(options: OrchestratorOptions) {
    this.#options = options;
    this.#handles = new Handles(options.layout.handles, options.layout.folder);
    this.#spill = new SpillFolder(join(options.layout.folder, 'spill'));
  }

  async start(): Promise<void> {
    const { layout, hasSpare } = this.#options;
    mkdirSync(layout.folder, { recursive: true });
    this.#unlock = lockFolder(layout.folder);
    try {
      this.#spill.clear();
      this.#watchdog = new Watchdog();
      this.#spares = new SparePool(() => this.#childOptions(), hasSpare);
      for (const agent of this.#options.agents) this.#findUnits(agent);
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
    for (const turn of turns) this.#unit(turn).resume(turn.instanceKey);
    return turns;
  }

  async stop({ graceMs = defaultGraceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    await Promise.all(Array.from(this.#units.values(), (unit) => unit.stop(graceMs)));
    this.#close();
  }

  async send(
    to: Address,
    event: AgentEvent,
    options: SubmitOptions = {},
  ): Promise<{ readonly turnId: string }> {
    const unit = this.#unit(to);
    const { turnId } = await unit.accept(to.instanceKey, this.#options.mask(event), options);
    this.#unitOfTurn.set(turnId, unit);
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
  status(): readonly (UnitStatus & { readonly agent: string })[] {
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

  async #deliver(handle: string): Promise<void> {
    const completion = await this.#handles.completionEvent(handle);
    if (completion === undefined) return;
    const { to, event } = completion;
    if (!this.#options.agents.some(({ name }) => name === to.agent)) {
      const reason = `agent '${to.agent}' is no longer in the bundle; it is delivered once it is back`;
      this.#options.logger.warn(`The outcome of handle '${handle}' waits: ${reason}.`);
      return;
    }
    await this.send(to, event);
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
      for (const instanceKey of AgentUnit.instancesIn(path)) this.#addUnit(name, instanceKey).readOpenTurns();
    }
  }

  #unit({ agent, instanceKey }: Address): AgentUnit {
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
      takeChild: () => this.#takeChild(),
      order: (resume) => ({ ...order, agent, journalPath, resume: [...resume] }),
      methods: this.#methods(agent),
      logger,
      idleMs,
      maxMemory,
    });
    this.#units.set(unitKey(agent, instanceKey), unit);
    return unit;
  }

  /** What the process of an agent may ask. Who asks is known by the channel. */
  #methods(agent: string): Methods {
    return {
      message: (params) => this.#route(agent, params),
      outcome: async (params) => {
        const { to, turnId } = outcomeSchema.parse(params);
        return this.#unit(to).outcome(turnId);
      },
      completionOf: (params) => this.#handles.completionOf(z.string().parse(params)),
      complete: (params) => {
        const { handle, outcome } = completeSchema.parse(params);
        return this.#completeOnce(handle, outcome);
      },
      agents: () => this.#agents(),
      spawn: (params) => {
        const to = addressSchema.parse(params);
        return this.#unit(to).spawn(to.instanceKey);
      },
      isHeld: (params) => {
        const { to, turnId } = outcomeSchema.parse(params);
        return this.#unit(to).isHeld(turnId);
      },
      observe: (params) => this.#tell(observedSchema.parse(params)),
    };
  }

  async #route(sender: string, params: JsonValue): Promise<JsonValue> {
    const { message } = deliverySchema.parse(params);
    const event = eventOfMessage(message, sender);
    if (event === undefined) throw new Error(`A message of type ${message.type} is not taken from an agent.`);
    const { turnId } = await this.send(
      { agent: message.to, instanceKey: event.instanceKey ?? 'default' },
      event,
    );
    return { turnId };
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

  #takeChild(): ChildProcess {
    if (this.#spares === undefined) throw new Error('The orchestrator has not been started.');
    return this.#spares.take();
  }

  #childOptions(): ChildOptions {
    const { env, logs, layout } = this.#options;
    if (this.#watchdog === undefined) throw new Error('The orchestrator has not been started.');
    return {
      spill: this.#spill,
      watchdog: this.#watchdog,
      output: logs === 'inherit' ? 'inherit' : openSync(join(layout.folder, 'agents.log'), 'a'),
      env: { ...env, GOONDAN_SPILL: join(layout.folder, 'spill') },
    };
  }

  #close(): void {
    this.#spares?.close();
    this.#watchdog?.close();
    this.#unlock?.();
    this.#unlock = undefined;
  }
}

function unitKey(agent: string, instanceKey: string | undefined): string {
  return instanceKey === undefined ? agent : `${agent}\n${instanceKey}`;
}
