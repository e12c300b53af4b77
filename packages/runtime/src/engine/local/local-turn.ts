import type { AgentEvent, AgentSummary, JsonObject, JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core';
import * as shape from '../../shape/shape.ts';
import { isTurnEnd, type RuntimeEvent, type TurnDelta } from '../../telemetry/runtime-event.ts';
import type {
  Address,
  HandoffCall,
  Held,
  RecordReader,
  RequestOptions,
  StepOptions,
  TurnContext,
} from '../turn-context.ts';
import { aboutHandoff, withHandle } from '../handoff.ts';
import { handleOfEntry } from '../turn-id.ts';
import { turnOutcomeSchema, type TurnOutcome } from '../turn-outcome.ts';
import { AskedTurns } from './asked-turns.ts';
import { agentNotFound } from './agent-not-found.ts';
import { untilLate, type SentRequest } from './request-limit.ts';
import { orAborted } from './or-aborted.ts';
import { parked } from './parked.ts';
import type { TurnRecord } from './turn-record.ts';
import type { TurnSurroundings } from './turn-surroundings.ts';

/** What one attempt at a turn is made of. */
export interface LocalTurnOptions {
  readonly self: Address;
  readonly turnId: string;
  readonly attempt: string;
  readonly record: TurnRecord;
  /** The instance's values as they were when the turn began. */
  readonly state: ReadonlyMap<string, JsonValue>;
  readonly signal: AbortSignal;
  readonly surroundings: TurnSurroundings;
}

const handleSchema = shape.object({ handle: shape.string() });
const sleepSchema = shape.object({ until: shape.number() });
const requestSchema = shape.object({ turnId: shape.string() });
const answerSchema = shape.union([
  shape.object({ outcome: turnOutcomeSchema }),
  shape.object({ timedOut: shape.oneOf(true) }),
]);

/** One attempt at a turn, on the journal of its agent. */
export class LocalTurn implements TurnContext {
  readonly self: Address;
  readonly turnId: string;
  readonly attempt: string;
  readonly signal: AbortSignal;
  /** Rejects when the turn cannot be recorded any more: it has to be taken up again later. */
  readonly stalled: Promise<never>;
  readonly #reject: (reason: unknown) => void;
  readonly #record: TurnRecord;
  readonly #state: ReadonlyMap<string, JsonValue>;
  readonly #changes = new Map<string, JsonValue>();
  readonly #surroundings: TurnSurroundings;
  readonly #issued = new Set<string>();
  readonly #ends: RuntimeEvent[] = [];
  /** Announcements whose step has not been issued: each still counts as a body. */
  readonly #announced = new Set<string>();
  readonly #idle = Promise.withResolvers<void>();
  readonly #asked: AskedTurns;
  #holds = 0;
  #bodies = 0;
  #isStopped = false;

  constructor(options: LocalTurnOptions) {
    this.self = options.self;
    this.turnId = options.turnId;
    this.attempt = options.attempt;
    this.signal = options.signal;
    this.#record = options.record;
    this.#state = options.state;
    this.#surroundings = options.surroundings;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.stalled = promise;
    this.#reject = reject;
    this.#asked = new AskedTurns(options.surroundings);
    // A process that stops is no reason to end what others do: the wait goes on in the next.
    const cancel = (): void => {
      if (!this.#isStopped) this.#asked.giveUp();
    };
    if (this.signal.aborted) cancel();
    else this.signal.addEventListener('abort', cancel, { once: true });
  }

  async step<Value extends JsonValue>(
    name: string,
    reader: RecordReader<Value>,
    run: () => Promise<Value>,
    options: StepOptions = {},
  ): Promise<Value> {
    this.#issue(name);
    const recorded = this.#record.find(name);
    if (recorded !== undefined) return reader.parse(recorded.value);
    const body = async (): Promise<Value> => {
      const carried = this.#record.findUnrecorded(name);
      return carried === undefined ? run() : reader.parse(carried.value);
    };
    const made = await this.#make(name, body, options);
    return made === undefined ? parked() : made.value;
  }

  remember(name: string, value: JsonValue): void {
    if (this.#record.find(name) === undefined) this.#record.remember(name, value);
  }

  recall<Value extends JsonValue>(name: string, reader: RecordReader<Value>): Value | undefined {
    const recorded = this.#record.find(name);
    return recorded && reader.parse(recorded.value);
  }

  async request(
    name: string,
    to: Address,
    event: AgentEvent,
    options: RequestOptions = {},
  ): Promise<TurnOutcome> {
    const { timeoutMs } = options;
    const { turnId } = await this.step(`${name}/sent`, requestSchema, async () => {
      const sent = await this.#surroundings.send(to, event);
      this.#asked.add({ to, turnId: sent.turnId });
      return { turnId: sent.turnId };
    });
    const answer = await this.#entry(name, answerSchema, () => this.#answer({ to, turnId }, timeoutMs));
    if ('outcome' in answer) return answer.outcome;
    throw new GoondanError(
      'E_AGENT_TIMEOUT',
      `${to.agent}/${to.instanceKey} did not answer within ${timeoutMs} ms.`,
    );
  }

  async send(name: string, to: Address, event: AgentEvent): Promise<void> {
    await this.step(name, shape.object({ turnId: shape.string() }), () => this.#surroundings.send(to, event));
  }

  async handoff(
    name: string,
    to: Address,
    event: AgentEvent,
    call: HandoffCall,
  ): Promise<{ readonly handle: string }> {
    const handle = this.#handleOf(name);
    return this.step(name, handleSchema, async () => {
      const names = (await this.#surroundings.agents()).map(({ agent }) => agent);
      // A handle that nobody can complete is not to be left behind.
      if (!names.includes(to.agent)) throw agentNotFound(to.agent, names);
      // Before the event: the answer may be quick.
      await this.#surroundings.claimHandle(handle, { ...call, about: aboutHandoff(to, event) });
      await this.#surroundings.send(to, withHandle(event, handle));
      return { handle };
    });
  }

  async answer(name: string, handle: string, outcome: JsonValue): Promise<void> {
    await this.step(name, handleSchema, async () => {
      await this.#surroundings.complete(handle, outcome);
      return { handle };
    });
  }

  agents(): Promise<readonly AgentSummary[]> {
    return this.#surroundings.agents();
  }

  spawn(to: Address): Promise<void> {
    return this.#surroundings.spawn(to);
  }

  /** True while a call of its own waits for a person. */
  get isAsking(): boolean {
    return this.#holds > 0;
  }

  /** True while it, or a turn that it waits for, waits for a person: whoever waits for it must not count the time. */
  async isHeld(): Promise<boolean> {
    return this.isAsking || this.#asked.isAnyHeld();
  }

  hold<Value extends JsonValue>(name: string, reader: RecordReader<Value>, about: JsonObject): Held<Value> {
    const handle = this.#handleOf(name);
    const opened = Promise.withResolvers<void>();
    const result = this.#entry(name, reader, async () => {
      await this.#surroundings.openHandle(handle, about);
      opened.resolve();
      this.#holds += 1;
      try {
        return reader.parse(await orAborted(this.signal, this.#surroundings.completionOf(handle)));
      } catch (thrown) {
        // Who answers later is to be told that nobody waits any more; a process that ends is no such reason.
        if (this.signal.aborted && !this.#isStopped)
          await this.#surroundings.complete(handle, { decision: 'cancelled' }).catch(() => undefined);
        throw thrown;
      } finally {
        this.#holds -= 1;
      }
    });
    // Recorded, refused or cancelled: nobody has to wait for it to open any more.
    result.then(
      () => opened.resolve(),
      () => opened.resolve(),
    );
    return { handle, opened: opened.promise, result };
  }

  async sleep(name: string, ms: number): Promise<void> {
    const { until } = await this.step(name, sleepSchema, async () => ({
      until: this.#surroundings.now() + ms,
    }));
    // Never longer than asked for, also when the time of day was put back meanwhile.
    const rest = Math.min(ms, until - this.#surroundings.now());
    if (rest > 0) await this.#surroundings.wait(rest, this.signal);
    this.signal.throwIfAborted();
    if (this.#isStopped) await parked();
  }

  all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
    return Promise.all(promises);
  }

  race<Value>(promises: readonly Promise<Value>[]): Promise<Value> {
    return Promise.race(promises);
  }

  async get<Value extends JsonValue>(key: string, reader: RecordReader<Value>): Promise<Value | undefined> {
    const value = this.#changes.get(key) ?? this.#state.get(key);
    return value === undefined || value === null ? undefined : reader.parse(value);
  }

  set(key: string, value: JsonValue): void {
    this.#changes.set(key, value);
  }

  observe(event: RuntimeEvent | TurnDelta): void {
    if (event.type !== 'delta') this.#record.note(event);
    if (isTurnEnd(event)) this.#ends.push(event);
    else this.#surroundings.observe(event);
  }

  /** Tells of the turn's end, which is one only when it is recorded: whoever hears of it may ask for the outcome. */
  tellEnd(): void {
    for (const event of this.#ends.splice(0)) this.#surroundings.observe(event);
  }

  /** What the turn has set: part of its end. */
  get changes(): ReadonlyMap<string, JsonValue> {
    return this.#changes;
  }

  /** Begins nothing new any more; resolves when what has begun is over. What comes later is left to another attempt. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#left();
    return this.#idle.promise;
  }

  /** An entry whose making is mere waiting: it keeps nobody from stopping, and is not lost by it. */
  async #entry<Value extends JsonValue>(
    name: string,
    reader: RecordReader<Value>,
    wait: () => Promise<Value>,
  ): Promise<Value> {
    this.#issue(name);
    const recorded = this.#record.find(name);
    if (recorded !== undefined) return reader.parse(recorded.value);
    if (this.#isStopped) return parked();
    const value = await wait();
    if (this.#isStopped) return parked();
    return (await this.#keep(name, value)) ? value : parked();
  }

  /** Runs a body and records what it gave; undefined when this attempt goes no further. */
  async #make<Value extends JsonValue>(
    name: string,
    run: () => Promise<Value>,
    { isAnnouncement = false, announcedBy = '' }: StepOptions,
  ): Promise<{ readonly value: Value } | undefined> {
    if (!this.#announced.delete(announcedBy)) {
      if (this.#isStopped) return undefined;
      this.#bodies += 1;
    }
    try {
      const value = await run();
      if (isAnnouncement && this.#isStopped) return undefined;
      if (!(await this.#keep(name, value))) return undefined;
      if (isAnnouncement) {
        this.#announced.add(name);
        this.#bodies += 1;
      }
      return { value };
    } finally {
      this.#bodies -= 1;
      this.#left();
    }
  }

  #left(): void {
    if (this.#isStopped && this.#bodies === 0) this.#idle.resolve();
  }

  /** What was announced may now never be issued. */
  #stall(reason: unknown): void {
    this.#reject(reason);
    this.#bodies -= this.#announced.size;
    this.#announced.clear();
    this.#left();
  }

  /** An entry that cannot be recorded ends this attempt: going on would be an effect without a record. */
  async #keep(name: string, value: JsonValue): Promise<boolean> {
    try {
      await this.#record.add(name, value);
      return true;
    } catch (thrown) {
      this.#stall(thrown);
      return false;
    }
  }

  #issue(name: string): void {
    if (this.#issued.has(name)) throw new Error(`The turn issued two entries named ${name}.`);
    this.#issued.add(name);
  }

  /** Taken up again after a stop the wait begins anew: while nothing ran, nobody could answer. */
  async #answer(
    request: SentRequest,
    timeoutMs: number | undefined,
  ): Promise<shape.Infer<typeof answerSchema>> {
    const { to, turnId } = request;
    const done = new AbortController();
    this.#asked.add(request);
    try {
      const outcome = this.#surroundings.outcome(to, turnId).then((found) => ({ outcome: found }));
      const late =
        timeoutMs === undefined
          ? []
          : [untilLate(this.#surroundings, { request, timeoutMs, signal: done.signal })];
      return await orAborted(this.signal, Promise.race([outcome, ...late]));
    } finally {
      this.#asked.delete(request);
      done.abort();
    }
  }

  #handleOf(name: string): string {
    return handleOfEntry(this.turnId, name);
  }
}
