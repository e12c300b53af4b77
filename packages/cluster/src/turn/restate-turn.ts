import { randomUUID } from 'node:crypto';
import {
  GoondanError,
  idempotencyKeyOf,
  type AgentEvent,
  type AgentSummary,
  type JsonObject,
  type JsonValue,
} from '@goondan/core';
import type {
  Address,
  Held,
  RecordReader,
  RequestOptions,
  RuntimeEvent,
  TurnContext,
  TurnDelta,
  TurnOutcome,
} from '@goondan/runtime';
import {
  aboutHandoff,
  agentNotFound,
  handleOfEntry,
  orAborted,
  shape,
  turnIdOf,
  withHandle,
  type HandoffCall,
} from '@goondan/runtime/engine';
import { jsonSerde } from '../service/json-serde.ts';
import { completionSchema, type Interval } from '../service/wire.ts';
import { cancelledBefore, untilLate } from './asked-turn.ts';
import type { ClusterCalls } from './cluster-calls.ts';
import { EntryPump } from './entry-pump.ts';
import { heldKey, heldSerde, waitedKey, waitedSerde } from './held-state.ts';
import { HeldTime, latestOf } from './held-time.ts';
import { recordedStepSchema, recordThrown, valueOf, type RecordedStep } from './recorded-step.ts';
import { TurnEvents } from './turn-events.ts';
import { pokeOf, type TurnJournal } from './turn-journal.ts';

/** What a turn on a cluster reaches outside its journal. */
export interface RestateTurnHost {
  /** The names of all agents of the swarm. */
  readonly agents: readonly string[];
  summaries(): Promise<readonly AgentSummary[]>;
  spawn(to: Address): Promise<void>;
  observe(event: RuntimeEvent | TurnDelta): void;
  /** Takes the secrets from what is written down. */
  mask<Value>(value: Value): Value;
}

/** What one attempt at a turn is made of. */
export interface RestateTurnOptions {
  readonly journal: TurnJournal;
  readonly calls: ClusterCalls;
  readonly host: RestateTurnHost;
  readonly self: Address;
  readonly turnId: string;
  readonly traceId: string;
  /** True where another agent's turn waits for this one. */
  readonly isAsked: boolean;
}

const stepSerde = jsonSerde(recordedStepSchema);
const jsonValue = jsonSerde(shape.json());

/** One attempt at a turn, on the journal that Restate keeps of it. */
export class RestateTurn implements TurnContext {
  readonly self: Address;
  readonly turnId: string;
  readonly attempt = randomUUID();
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly events: TurnEvents;
  readonly #options: RestateTurnOptions;
  readonly #journal: TurnJournal;
  readonly #calls: ClusterCalls;
  readonly #pump: EntryPump;
  readonly #changes = new Map<string, JsonValue>();
  readonly #issued = new Set<string>();
  readonly #heldTime: HeldTime;
  #isHeldShown = false;

  constructor(options: RestateTurnOptions) {
    this.#options = options;
    this.self = options.self;
    this.turnId = options.turnId;
    this.#journal = options.journal;
    this.#calls = options.calls;
    const isLive = (): boolean => this.#journal.isProcessing();
    this.events = new TurnEvents({ isLive, tell: (event) => options.host.observe(event) });
    const poke = pokeOf(options.journal);
    this.#pump = new EntryPump({ isLive, poke, onWait: () => this.events.waiting() });
    this.#heldTime = new HeldTime(options.turnId);
    // Cancelled in its place among the entries, so that each attempt is at the same point.
    const cancellation = this.#pump.add(this.#journal.cancellation(), { isSignal: true });
    void cancellation.then(() => this.#cancelled());
    const ended = this.#journal.request().attemptCompletedSignal;
    ended.addEventListener('abort', () => this.#interrupted(), { once: true });
  }

  async step<Value extends JsonValue>(
    name: string,
    reader: RecordReader<Value>,
    run: () => Promise<Value>,
  ): Promise<Value> {
    this.#issue(name);
    let live: { readonly value?: Value; readonly thrown?: unknown } | undefined;
    const body = async (): Promise<RecordedStep> => {
      try {
        const value = await run();
        live = { value };
        return { value, events: this.events.take() };
      } catch (thrown) {
        live = { thrown };
        return { thrown: this.#options.host.mask(recordThrown(thrown)), events: this.events.take() };
      }
    };
    // Those that no journal knows begin at once and in order; the SDK would begin them one by one, in any order.
    const begun = this.#journal.isProcessing() ? body() : undefined;
    const entry = this.#journal.run(name, () => begun ?? body(), { serde: stepSerde });
    const recorded = await this.#pump.add(entry);
    this.events.recorded(recorded.events, live !== undefined);
    if (live !== undefined && 'thrown' in live) throw live.thrown;
    return reader.parse(valueOf(recorded));
  }

  /** The journal is gone through in order: what follows is not known yet. */
  remember(): void {}

  recall(): undefined {
    return undefined;
  }

  async request(
    name: string,
    to: Address,
    event: AgentEvent,
    options: RequestOptions = {},
  ): Promise<TurnOutcome> {
    this.#issue(name);
    const { timeoutMs } = options;
    const sent = this.#outgoing(to, event);
    const turn = { turnId: turnIdOf(to, sent), traceId: sent.traceId ?? this.#options.traceId };
    const call = this.#calls.request(to, sent);
    const invocationId = this.#pump.add(call.invocationId);
    const answer = this.#pump.add(call);
    const asked = { ...to, turnId: turn.turnId };
    this.#heldTime.ask(asked);
    if (this.#options.isAsked) this.#showHeld();
    let isOver = false;
    const limit = { context: this.#journal, calls: this.#calls, pump: this.#pump, to, isOver: () => isOver };
    const late = timeoutMs === undefined ? [] : [untilLate({ ...limit, turnId: turn.turnId, timeoutMs })];
    try {
      const first = await orAborted(this.signal, Promise.race([answer, ...late]));
      if (first === 'late')
        throw new GoondanError(
          'E_AGENT_TIMEOUT',
          `${to.agent}/${to.instanceKey} did not answer within ${timeoutMs} ms.`,
        );
      this.#heldTime.add(first.held);
      return first.outcome;
    } catch (thrown) {
      if (this.signal.aborted) {
        const reason = 'whoever asked for it was cancelled';
        this.#calls.cancel({ ...asked, invocationId: await invocationId, reason });
        throw thrown;
      }
      return cancelledBefore(thrown, turn);
    } finally {
      isOver = true;
      this.#heldTime.answered(turn.turnId);
      if (this.#options.isAsked) this.#showHeld();
    }
  }

  async send(name: string, to: Address, event: AgentEvent): Promise<void> {
    this.#issue(name);
    await this.#pump.add(this.#calls.send(to, this.#outgoing(to, event)).invocationId);
  }

  async handoff(
    name: string,
    to: Address,
    event: AgentEvent,
    call: HandoffCall,
  ): Promise<{ readonly handle: string }> {
    this.#issue(name);
    const handle = handleOfEntry(this.turnId, name);
    const sent = withHandle(this.#outgoing(to, event), handle);
    // Before the event: the answer may be quick.
    const about = aboutHandoff(to, event);
    const { isOurs } = await this.#pump.add(
      this.#calls.claim(handle, { kind: 'detached', owner: this.#owner(call), about }),
    );
    if (!isOurs) throw new GoondanError('E_HANDLE_CONFLICT', `The handle '${handle}' is already in use.`);
    // Cancelled before it begins, the work cannot tell its own end.
    await this.#pump.add(this.#calls.note(turnIdOf(to, sent), { handle }));
    await this.#pump.add(this.#calls.send(to, sent).invocationId);
    return { handle };
  }

  async answer(name: string, handle: string, outcome: JsonValue): Promise<void> {
    this.#issue(name);
    const { status } = await this.#pump.add(this.#calls.complete(handle, outcome));
    if (status === 'E_HANDLE_NOT_FOUND')
      throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}'.`);
  }

  agents(): Promise<readonly AgentSummary[]> {
    return this.#options.host.summaries();
  }

  spawn(to: Address): Promise<void> {
    const { agents } = this.#options.host;
    if (!agents.includes(to.agent)) throw agentNotFound(to.agent, agents);
    return this.#options.host.spawn(to);
  }

  hold<Value extends JsonValue>(name: string, reader: RecordReader<Value>, about: JsonObject): Held<Value> {
    this.#issue(name);
    const handle = handleOfEntry(this.turnId, name);
    const opened = Promise.withResolvers<void>();
    const result = this.#hold({ handle, about, opened: () => opened.resolve() }).then((value) =>
      reader.parse(value),
    );
    // Answered, refused or cancelled: nobody has to wait for it to open any more.
    result.then(
      () => opened.resolve(),
      () => opened.resolve(),
    );
    return { handle, opened: opened.promise, result };
  }

  async sleep(name: string, ms: number): Promise<void> {
    this.#issue(name);
    await orAborted(this.signal, this.#pump.add(this.#journal.sleep(Math.max(0, Math.ceil(ms)), name)));
  }

  all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
    return Promise.all(promises);
  }

  race<Value>(promises: readonly Promise<Value>[]): Promise<Value> {
    return Promise.race(promises);
  }

  async get<Value extends JsonValue>(key: string, reader: RecordReader<Value>): Promise<Value | undefined> {
    const value = this.#changes.get(key) ?? (await this.#pump.add(this.#journal.get(key, jsonValue)));
    return value === null ? undefined : reader.parse(value);
  }

  set(key: string, value: JsonValue): void {
    this.#changes.set(key, value);
  }

  observe(event: RuntimeEvent | TurnDelta): void {
    this.events.add(event);
  }

  /** What the turn has set: part of its end. */
  get changes(): ReadonlyMap<string, JsonValue> {
    return this.#changes;
  }

  /** When it waited for persons. */
  get held(): Interval[] {
    return this.#heldTime.past;
  }

  /** Records what ends the turn: whatever middleware made of it, each attempt ends it the same way. */
  async end<Value extends JsonValue>(reader: RecordReader<Value>, end: Value): Promise<Value> {
    const recorded = await this.step('end', reader, async () => end);
    if (this.#isHeldShown) this.#journal.clear(heldKey);
    if (this.held.length > 0) {
      const before = (await this.#pump.add(this.#journal.get(waitedKey, waitedSerde))) ?? [];
      this.#journal.set(waitedKey, latestOf([...before, ...this.held]), waitedSerde);
    }
    this.#pump.stop();
    return recorded;
  }

  async #hold({ handle, about, opened }: Holding): Promise<JsonValue> {
    const { toolCallId, toolName } = about;
    const owner = this.#owner({
      toolCallId: typeof toolCallId === 'string' ? toolCallId : '',
      toolName: typeof toolName === 'string' ? toolName : '',
    });
    const { id, promise } = this.#journal.awakeable(jsonSerde(completionSchema));
    const answer = this.#pump.add(promise);
    const claim = { kind: 'held', owner, about, awakeable: id } as const;
    const { at } = await this.#pump.add(this.#calls.claim(handle, claim));
    this.#heldTime.begin(Date.parse(at));
    this.#showHeld();
    opened();
    let until = at;
    try {
      const { outcome, completedAt } = await orAborted(this.signal, answer);
      until = completedAt;
      return outcome;
    } catch (thrown) {
      // Who answers later is to be told that nobody waits any more.
      if (this.signal.aborted) await this.#pump.add(this.#calls.complete(handle, { decision: 'cancelled' }));
      throw thrown;
    } finally {
      this.#heldTime.end(Date.parse(until));
      this.#showHeld();
    }
  }

  #outgoing(to: Address, event: AgentEvent): AgentEvent {
    const { host } = this.#options;
    if (!host.agents.includes(to.agent)) throw agentNotFound(to.agent, host.agents);
    return host.mask(event);
  }

  #owner({ toolCallId, toolName }: HandoffCall) {
    const { agent, instanceKey } = this.self;
    const call = { agentName: agent, instanceKey, turnId: this.turnId, toolCallId };
    return { ...call, toolName, idempotencyKey: idempotencyKeyOf(call) };
  }

  #showHeld(): void {
    this.#isHeldShown = true;
    this.#journal.set(heldKey, this.#heldTime.state, heldSerde);
  }

  async #cancelled(): Promise<void> {
    const { reason = 'it was cancelled' } = await this.#pump.add(this.#calls.note(this.turnId, {}));
    this.#controller.abort(new GoondanError('E_AGENT_CANCELLED', reason));
  }

  /** Nothing of this attempt is heard any more: what still runs is to end, for another may have begun. */
  #interrupted(): void {
    this.#pump.stop();
    this.#controller.abort(new GoondanError('E_RUN_INTERRUPTED', 'The turn goes on elsewhere.'));
  }

  #issue(name: string): void {
    if (this.#issued.has(name)) throw new Error(`The turn issued two entries named ${name}.`);
    this.#issued.add(name);
  }
}

interface Holding {
  readonly handle: string;
  readonly about: JsonObject;
  readonly opened: () => void;
}
