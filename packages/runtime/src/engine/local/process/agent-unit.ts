import { GoondanError, parseJson, type AgentEvent, type JsonValue } from '@goondan/core';
import { z } from 'zod';
import { newTraceId } from '../../../telemetry/span-id.ts';
import type { OpenTurn, SubmitOptions } from '../../engine.ts';
import { turnOutcomeSchema, type TurnOutcome } from '../../turn-outcome.ts';
import { AgentJournal } from '../agent-journal.ts';
import { turnIdOf } from '../agent-runner.ts';
import { waitAtMost, waitFor } from '../wait-for.ts';
import { BusyCalls } from './busy-calls.ts';
import { ChannelClosed, type Methods } from './channel.ts';
import type { ChildEnd, ChildProcess } from './child-process.ts';
import { Heartbeat } from './heartbeat.ts';
import { grantSize } from './observer-valve.ts';
import { restartDelay } from './restart-delay.ts';
import type { StartOrder } from './start-order.ts';

/** What a unit needs of the orchestrator. */
export interface UnitHost {
  readonly journalPath: string;
  /** A process, ready or nearly so. */
  takeChild(): ChildProcess;
  order(resume: readonly string[]): StartOrder;
  /** What the child may ask, besides what is the unit's own. */
  readonly methods: Methods;
  readonly logger: Console;
  /** How long it may have nothing to do before it is put to sleep. */
  readonly idleMs: number;
  /** Resident bytes it may take. */
  readonly maxMemory: number;
}

/** How a unit is. */
export interface UnitStatus {
  readonly state: 'asleep' | 'starting' | 'running' | 'stopping' | 'waiting';
  readonly pid: number | null;
  readonly crashes: number;
  /** Of `waiting`: when it will be started again, in milliseconds since 1970. */
  readonly restartAt: number | null;
  readonly openTurns: number;
}

const sentSchema = z.object({ turnId: z.string(), isOpen: z.boolean() });
/** Bytes on their way to one process before senders are told to wait. */
const deliveryWindow = 8 * 1024 * 1024;
const shutdownMarginMs = 2_500;

/** One agent, or one instance of an `isolation: instance` agent, in a process of its own: started, watched, restarted, put to sleep. */
export class AgentUnit {
  readonly agent: string;
  readonly #host: UnitHost;
  readonly #open = new Map<string, OpenTurn>();
  readonly #busy = new BusyCalls();
  readonly #resumed = new Set<string>();
  #state: UnitStatus['state'] = 'asleep';
  #child: ChildProcess | undefined;
  #started: Promise<ChildProcess> | undefined;
  #heartbeat: Heartbeat | undefined;
  #crashes = 0;
  #restartAt: number | null = null;
  #underway = 0;
  #isStopped = false;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(agent: string, host: UnitHost) {
    this.agent = agent;
    this.#host = host;
  }

  /** The instances a journal holds; only while no process of ours writes there. */
  static instancesIn(journalPath: string): string[] {
    const journal = new AgentJournal(journalPath);
    try {
      return Array.from(journal.instances(), ([instanceKey]) => instanceKey);
    } finally {
      journal.close();
    }
  }

  /** Reads what is open; only while no process of ours writes here. */
  readOpenTurns(): void {
    const journal = new AgentJournal(this.#host.journalPath);
    try {
      for (const [instanceKey, { open }] of journal.instances()) {
        this.instances.add(instanceKey);
        for (const { turnId, event, acceptedAt } of open.values()) {
          const isBegun = journal.isBegun(turnId);
          this.#open.set(turnId, { agent: this.agent, instanceKey, turnId, event, acceptedAt, isBegun });
        }
      }
    } finally {
      journal.close();
    }
  }

  /** How it is. */
  get status(): UnitStatus {
    return {
      state: this.#state,
      pid: this.#child?.pid ?? null,
      crashes: this.#crashes,
      restartAt: this.#restartAt,
      openTurns: this.#open.size,
    };
  }

  /** Every turn that has not ended. */
  get openTurns(): readonly OpenTurn[] {
    return [...this.#open.values()];
  }

  /** Takes an event in: durable once it resolves. While the process is down after crashes it is written down for it. */
  async accept(
    instanceKey: string,
    event: AgentEvent,
    options: SubmitOptions,
  ): Promise<{ readonly turnId: string }> {
    const size = JSON.stringify(event).length;
    if (this.#underway > 0 && this.#underway + size > deliveryWindow)
      throw new GoondanError(
        'E_BACKPRESSURE',
        `${this.agent} has more to take in than it can; nothing was accepted.`,
      );
    this.#underway += size;
    try {
      this.#resumed.add(instanceKey);
      this.instances.add(instanceKey);
      const turnId =
        this.#state === 'waiting'
          ? await this.#acceptOffline(instanceKey, event, options)
          : await this.#deliver(instanceKey, event, options);
      return { turnId };
    } finally {
      this.#underway -= size;
    }
  }

  /** Waits for what a turn comes to, through restarts. */
  async outcome(turnId: string): Promise<TurnOutcome> {
    return turnOutcomeSchema.parse(await this.#call('outcome', { turnId }));
  }

  /** Cancels a turn. */
  async cancel(turnId: string, reason: string): Promise<boolean> {
    if (!this.#open.has(turnId)) return false;
    return z.boolean().parse(await this.#call('cancel', { turnId, reason }));
  }

  /** The instances it is known to have. */
  readonly instances = new Set<string>();

  /** Makes sure that an instance exists. */
  async spawn(instanceKey: string): Promise<void> {
    await this.#call('spawn', instanceKey);
    this.instances.add(instanceKey);
  }

  /** True while that turn waits for a person. */
  async isHeld(turnId: string): Promise<boolean> {
    return this.#state === 'running' && (await this.#call('isHeld', { turnId })) === true;
  }

  /** Goes on with the open turns of an instance. */
  resume(instanceKey: string): void {
    this.#resumed.add(instanceKey);
    if (this.#state === 'running') this.#child?.channel.notice('resume', instanceKey);
    else this.#wake();
  }

  /** Lets what has begun end within a time, then ends the process; its turns stay open. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    await this.#shutDown(graceMs);
  }

  async #deliver(instanceKey: string, event: AgentEvent, { workdir }: SubmitOptions): Promise<string> {
    const payload = { ...event, instanceKey };
    const message = { type: 'event', from: 'orchestrator', to: this.agent, payload };
    const params = workdir === undefined ? { message } : { message, workdir };
    const { turnId, isOpen } = sentSchema.parse(await this.#call('message', params));
    if (isOpen) this.#opened(turnId, instanceKey, event);
    return turnId;
  }

  async #acceptOffline(instanceKey: string, event: AgentEvent, { workdir }: SubmitOptions): Promise<string> {
    const turnId = turnIdOf({ agent: this.agent, instanceKey }, event);
    const journal = new AgentJournal(this.#host.journalPath);
    try {
      const { open, finished } = journal.turnsOf(instanceKey);
      if (open.has(turnId) || finished.has(turnId)) return turnId;
      const { traceId = newTraceId() } = event;
      const acceptedAt = Date.now();
      const place = workdir === undefined ? {} : { workdir };
      await journal.accept(instanceKey, { turnId, event, traceId, acceptedAt, ...place });
      this.#opened(turnId, instanceKey, event);
      return turnId;
    } finally {
      journal.close();
    }
  }

  #opened(turnId: string, instanceKey: string, event: AgentEvent): void {
    this.#open.set(turnId, {
      agent: this.agent,
      instanceKey,
      turnId,
      event,
      acceptedAt: Date.now(),
      isBegun: false,
    });
  }

  #closed(params: JsonValue): void {
    const turnId = z.string().parse(params);
    this.#open.delete(turnId);
    // A process that gets something done is not one that crashes again and again.
    this.#crashes = 0;
    this.#sleepWhenIdle();
  }

  /** Asks the process, whichever it is by then: what was asked of one that died is asked of the next. */
  async #call(method: string, params: JsonValue): Promise<JsonValue> {
    for (;;) {
      const child = await this.#awake();
      try {
        return await child.channel.call(method, params);
      } catch (thrown) {
        if (!(thrown instanceof ChannelClosed)) throw thrown;
        if (this.#isStopped) return new Promise(() => {});
        await child.ended;
      }
    }
  }

  async #awake(): Promise<ChildProcess> {
    for (;;) {
      if (this.#isStopped && this.#state === 'asleep') return new Promise(() => {});
      if (this.#state === 'waiting') throw this.#crashed();
      const child = await (this.#started ?? this.#wake()).catch(() => undefined);
      if (child !== undefined && this.#state === 'running') return child;
      await waitFor(5);
    }
  }

  #wake(): Promise<ChildProcess> {
    clearTimeout(this.#idleTimer);
    this.#started ??= this.#start();
    this.#started.catch(() => undefined);
    return this.#started;
  }

  async #start(): Promise<ChildProcess> {
    this.#state = 'starting';
    this.#restartAt = null;
    const child = this.#host.takeChild();
    this.#child = child;
    void child.ended.then((end) => this.#onEnd(child, end));
    let taken = 0;
    child.serve({
      ...this.#host.methods,
      observe: (params) => {
        taken += 1;
        if (taken % grantSize === 0) child.channel.notice('observed', grantSize);
        return this.#host.methods['observe']?.(params);
      },
      busy: (params) => this.#busy.begin(params),
      free: (params) => this.#busy.end(params),
      ended: (params) => this.#closed(params),
    });
    await child.ready;
    const order = parseJson(JSON.stringify(this.#host.order([...this.#resumed])));
    const open = new Set(z.array(z.string()).parse(await child.channel.call('start', order)));
    // The last process may have died between the end of a turn and telling us.
    for (const turnId of this.#open.keys()) if (!open.has(turnId)) this.#open.delete(turnId);
    this.#state = 'running';
    this.#heartbeat = new Heartbeat(child, this.#busy, this.#host.maxMemory);
    this.#sleepWhenIdle();
    return child;
  }

  async #onEnd(child: ChildProcess, end: ChildEnd): Promise<void> {
    if (this.#child !== child) return;
    const wasBlocked = this.#heartbeat?.hasFoundBlocked === true;
    this.#heartbeat?.stop();
    this.#child = undefined;
    const isWanted = this.#state === 'stopping';
    // Whoever asks meanwhile waits: the journal is ours until this is done.
    this.#state = 'stopping';
    if (!isWanted) await this.#busy.settle(this.#host.journalPath, wasBlocked).catch(this.#report);
    this.#started = undefined;
    this.#state = 'asleep';
    if (isWanted || this.#isStopped) return;
    this.#crashes += 1;
    const delay = restartDelay(this.#crashes);
    this.#host.logger.warn(crashText(this.agent, end, delay));
    if (delay === 0) return void this.#restart();
    this.#state = 'waiting';
    this.#restartAt = Date.now() + delay;
    setTimeout(() => this.#restart(), delay).unref();
  }

  /** Starts again if there is anything to do; else the next event will. */
  #restart(): void {
    if (this.#isStopped) return;
    this.#state = 'asleep';
    this.#restartAt = null;
    if (this.#open.values().some(({ instanceKey }) => this.#resumed.has(instanceKey))) void this.#wake();
  }

  #sleepWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#open.size > 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#open.size === 0 && this.#underway === 0 && this.#state === 'running')
        void this.#shutDown(1_000);
    }, this.#host.idleMs);
    this.#idleTimer.unref();
  }

  async #shutDown(graceMs: number): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (child === undefined) return;
    this.#state = 'stopping';
    const message = { type: 'shutdown', from: 'orchestrator', to: this.agent, payload: { graceMs } };
    const acknowledged = child.channel.call('message', { message }).catch(() => undefined);
    await waitAtMost(graceMs + shutdownMarginMs, Promise.race([acknowledged, child.ended]));
    child.kill('it was stopped');
    await child.ended;
  }

  #crashed(): GoondanError {
    const seconds = Math.ceil(((this.#restartAt ?? 0) - Date.now()) / 1000);
    const message = `The process of ${this.agent} ended ${this.#crashes} times in a row; it is started again in ${seconds} s.`;
    return new GoondanError('E_AGENT_CRASHED', message);
  }

  readonly #report = (thrown: unknown): void => {
    this.#host.logger.error(
      `What a call of ${this.agent} came to could not be written down: ${String(thrown)}`,
    );
  };
}

function crashText(agent: string, { code, signal, reason }: ChildEnd, delay: number): string {
  const how = reason ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
  const next = delay === 0 ? 'It is started again.' : `It is started again in ${delay / 1000} s.`;
  return `The process of ${agent} ended: ${how}. ${next}`;
}
