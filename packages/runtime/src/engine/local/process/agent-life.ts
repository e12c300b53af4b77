import type { JsonValue } from '@goondan/core';
import { GoondanError, parseJson } from '@goondan/core/basics';
import * as shape from '../../../shape/shape.ts';
import type { AgentStatus } from '../../engine.ts';
import type { RecordReader } from '../../turn-context.ts';
import { waitAtMost } from '../wait-for.ts';
import { BusyCalls } from './busy-calls.ts';
import { ChannelClosed, type Methods } from './channel.ts';
import type { ChildEnd, ChildProcess } from './child-process.ts';
import { Heartbeat } from './heartbeat.ts';
import type { OfflineJournal } from './offline-journal.ts';
import { restartDelay } from './restart-delay.ts';
import type { StartOrder } from './start-order.ts';

/** What a process is started for. */
interface LifeWork {
  /** The journal, while there is no process. */
  readonly offline: OfflineJournal;
  /** Instances whose open turns the process goes on with. */
  resumed(): string[];
  isIdle(): boolean;
  /** True when there is something to go on with after a crash. */
  hasToGoOn(): boolean;
  ended(turnId: string): void;
  /** Told which turns are open when a process starts. */
  isNow(open: JsonValue): void;
}

/** What the life of a process needs of the orchestrator. */
export interface LifeHost {
  readonly work: LifeWork;
  /** A process, ready or nearly so; what it prints is taken care of. */
  takeChild(): ChildProcess;
  order(resume: readonly string[]): StartOrder;
  /** What the child may ask, besides what is its life's own. */
  readonly methods: Methods;
  readonly logger: Console;
  /** How long it may have nothing to do before it is put to sleep. */
  readonly idleMs: number;
  /** Resident bytes it may take. */
  readonly maxMemory: number;
}

/** How the process of an agent is. */
export type UnitStatus = Pick<AgentStatus, 'state' | 'pid' | 'crashes' | 'restartAt'>;

const readyMs = 60_000;
const sleepGraceMs = 1_000;
const shutdownMarginMs = 2_500;

/** The processes of one agent, one after the other: started when needed, watched, restarted, put to sleep. */
export class AgentLife {
  readonly #agent: string;
  readonly #host: LifeHost;
  readonly #busy = new BusyCalls();
  #state: UnitStatus['state'] = 'asleep';
  #child: ChildProcess | undefined;
  #started: Promise<ChildProcess> | undefined;
  /** Settles when the process is gone and its journal is nobody's. */
  #over = Promise.resolve();
  #heartbeat: Heartbeat | undefined;
  #crashes = 0;
  #restartAt: number | null = null;
  #isUntold = false;
  /** True while the child waits for something that no turn tells of. */
  #isKeptAwake = false;
  #isStopped = false;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #restartTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(agent: string, host: LifeHost) {
    this.#agent = agent;
    this.#host = host;
  }

  /** How it is. */
  get status(): UnitStatus {
    const pid = this.#child?.pid ?? null;
    return { state: this.#state, pid, crashes: this.#crashes, restartAt: this.#restartAt };
  }

  /** True while a process is on its way that cannot be told anything yet: the journal is ours until then. */
  get isUntold(): boolean {
    return this.#isUntold;
  }

  /** Starts a process where there is none. */
  wake(): void {
    if (this.#state === 'asleep') this.#awake().catch(() => undefined);
  }

  /** Asks the process, whichever it is by then: what was asked of one that died, or answered something else, is asked of the next. */
  async call<Value>(method: string, params: JsonValue, answer: RecordReader<Value>): Promise<Value> {
    for (;;) {
      const child = await this.#awake();
      const value = await child.channel.call(method, params).catch((thrown: unknown) => {
        if (!(thrown instanceof ChannelClosed)) throw thrown;
        child.kill('its channel was broken');
      });
      if (value !== undefined) {
        try {
          return answer.parse(value);
        } catch {
          child.kill('it sent an answer to something else than it was asked');
        }
      }
      await child.ended;
    }
  }

  /** Goes on with an instance, at once or when it is started again. */
  resume(instanceKey: string): void {
    if (this.#state === 'running') this.#child?.channel.notice('resume', instanceKey);
    else if (this.#state !== 'waiting') this.#awake().catch(() => undefined);
  }

  /** Lets what has begun end within a time, then ends the process for good. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restartTimer);
    this.#restartAt = null;
    if (this.#state === 'waiting') this.#state = 'asleep';
    if (this.#state === 'starting')
      await waitAtMost(graceMs, this.#started?.catch(() => undefined) ?? this.#over);
    await this.#shutDown(graceMs);
    await this.#over;
  }

  async #awake(): Promise<ChildProcess> {
    for (;;) {
      if (this.#state === 'stopping') await this.#over;
      if (this.#isStopped) throw interrupted();
      if (this.#state === 'waiting') throw this.#crashed();
      this.#started ??= this.#start();
      const child = await this.#started.catch((thrown: unknown) => {
        // What is wrong with its state is for whoever asks; that it died is for the next one.
        if (thrown instanceof GoondanError) throw thrown;
      });
      if (child !== undefined && this.#state === 'running') return child;
      await this.#over;
    }
  }

  #start(): Promise<ChildProcess> {
    const { work } = this.#host;
    this.#state = 'starting';
    this.#restartAt = null;
    clearTimeout(this.#idleTimer);
    work.offline.close();
    const over = Promise.withResolvers<void>();
    this.#over = over.promise;
    const started = this.#begin();
    started.catch(() => undefined);
    const child = this.#child;
    const failed: ChildEnd = { code: null, signal: null, reason: 'it could not be started' };
    const ended = child?.ended ?? Promise.resolve(failed);
    void ended.then((end) => this.#onEnd(end)).finally(() => over.resolve());
    return started;
  }

  async #begin(): Promise<ChildProcess> {
    const { work, methods } = this.#host;
    const child = this.#host.takeChild();
    this.#child = child;
    this.#isUntold = !child.isListening;
    child.serve({
      ...methods,
      busy: (params) => this.#busy.begin(params),
      free: (params) => this.#busy.end(params),
      awake: (params) => void (this.#isKeptAwake = params === true),
      ended: (params) => this.#ended(shape.string().parse(params)),
    });
    const unready = setTimeout(() => child.kill('it did not get ready'), readyMs);
    try {
      await child.listens;
      if (this.#isStopped) throw interrupted();
      this.#handOver();
      const order = parseJson(JSON.stringify(this.#host.order(work.resumed())));
      const open = child.channel.call('start', order);
      open.catch(() => undefined);
      await child.ready;
      clearTimeout(unready);
      this.#heartbeat = new Heartbeat(child, this.#busy, this.#host.maxMemory);
      work.isNow(await open);
    } catch (thrown) {
      clearTimeout(unready);
      child.kill(`it could not be started: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      throw thrown;
    }
    this.#state = 'running';
    this.#sleepWhenIdle();
    return child;
  }

  /** The journal is the process's from here on. */
  #handOver(): void {
    if (!this.#isUntold) return;
    this.#isUntold = false;
    this.#host.work.offline.close();
  }

  async #onEnd(end: ChildEnd): Promise<void> {
    const wasBlocked = this.#heartbeat?.hasFoundBlocked === true;
    this.#heartbeat?.stop();
    this.#heartbeat = undefined;
    this.#child = undefined;
    this.#isKeptAwake = false;
    const isWanted = this.#state === 'stopping';
    // Whoever asks meanwhile waits: the journal is ours until this is done.
    this.#state = 'stopping';
    this.#handOver();
    const { offline } = this.#host.work;
    if (isWanted && !wasBlocked) this.#busy.forget();
    else await this.#busy.settle(() => offline.journal, wasBlocked).catch(this.#report);
    offline.close();
    this.#started = undefined;
    this.#state = 'asleep';
    if (isWanted || this.#isStopped) return;
    this.#crashes += 1;
    const delay = restartDelay(this.#crashes);
    this.#host.logger.warn(crashText(this.#agent, end, delay));
    if (delay === 0) return this.#restart();
    this.#state = 'waiting';
    this.#restartAt = Date.now() + delay;
    this.#restartTimer = setTimeout(() => {
      this.#state = 'asleep';
      this.#restartAt = null;
      this.#restart();
    }, delay);
    this.#restartTimer.unref();
  }

  /** Starts again if there is anything to do; else the next event will. */
  #restart(): void {
    if (this.#host.work.hasToGoOn()) this.#started ??= this.#start();
  }

  #ended(turnId: string): void {
    this.#host.work.ended(turnId);
    // A process that gets something done is not one that crashes again and again.
    this.#crashes = 0;
    this.#sleepWhenIdle();
  }

  #sleepWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#state !== 'running') return;
      if (this.#host.work.isIdle() && !this.#isKeptAwake) void this.#shutDown(sleepGraceMs);
      else this.#sleepWhenIdle();
    }, this.#host.idleMs);
    this.#idleTimer.unref();
  }

  async #shutDown(graceMs: number): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (child === undefined) return;
    // One that has not been told what it is has nothing to end.
    if (this.#state === 'running') {
      this.#state = 'stopping';
      const message = { type: 'shutdown', from: 'orchestrator', to: this.#agent, payload: { graceMs } };
      const acknowledged = child.channel.call('message', { message }).catch(() => undefined);
      await waitAtMost(graceMs + shutdownMarginMs, Promise.race([acknowledged, child.ended]));
    }
    this.#state = 'stopping';
    child.kill('it was stopped');
    await child.ended;
  }

  #crashed(): GoondanError {
    const seconds = Math.ceil(((this.#restartAt ?? 0) - Date.now()) / 1000);
    const message = `The process of ${this.#agent} ended ${this.#crashes} times in a row; it is started again in ${seconds} s.`;
    return new GoondanError('E_AGENT_CRASHED', message);
  }

  readonly #report = (thrown: unknown): void => {
    this.#host.logger.error(
      `What a call of ${this.#agent} came to could not be written down: ${String(thrown)}`,
    );
  };
}

function interrupted(): GoondanError {
  const reason = 'The process is shutting down; the turn goes on when it is resumed.';
  return new GoondanError('E_RUN_INTERRUPTED', reason);
}

function crashText(agent: string, { code, signal, reason }: ChildEnd, delay: number): string {
  const how = reason ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
  const next = delay === 0 ? 'It is started again.' : `It is started again in ${delay / 1000} s.`;
  return `The process of ${agent} ended: ${how}. ${next}`;
}
