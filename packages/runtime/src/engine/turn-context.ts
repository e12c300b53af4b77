import type { AgentEvent, AgentSummary, JsonObject, JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '../telemetry/runtime-event.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** One conversation of one agent. */
export interface Address {
  readonly agent: string;
  readonly instanceKey: string;
}

/** Reads what was recorded, perhaps by an older version: throws when it does not fit. A shape is one. */
export interface RecordReader<Value> {
  parse(recorded: unknown): Value;
}

/** A call or question that waits for a person or the outside world. */
export interface Held<Value> {
  /** What the answer is given under. */
  readonly handle: string;
  /** Resolves once it can be answered. */
  readonly opened: Promise<void>;
  readonly result: Promise<Value>;
}

/**
 * All that a turn may know of the engine it runs on: the seam between what agents do and where they do it.
 *
 * Between entries there is no clock, no random and no I/O, and inside the body of a step no entry; then a turn taken up
 * again after a crash goes the same way. Values are JSON. Names are unique in a turn and tell their place in it, such
 * as `s2/c0/run`; entries are issued in the model's order.
 */
export interface TurnContext {
  readonly self: Address;
  readonly turnId: string;
  /** Another one in each process that takes the turn up: tells an entry of this attempt from that of one that was cut off. */
  readonly attempt: string;
  /** Aborts when the turn is cancelled. */
  readonly signal: AbortSignal;
  /** Recorded once it resolves and answered from the record ever after. A body that was cut off, or that threw, runs again. */
  step<Value extends JsonValue>(
    name: string,
    reader: RecordReader<Value>,
    run: () => Promise<Value>,
    options?: StepOptions,
  ): Promise<Value>;
  /**
   * Remembers something with the entry that follows, without waiting for it: what can be made again if it is lost. `recall` finds it
   * in a later attempt where the engine can tell; an engine that cannot answers undefined.
   */
  remember(name: string, value: JsonValue): void;
  recall<Value extends JsonValue>(name: string, reader: RecordReader<Value>): Value | undefined;
  /** Waits for the answer of another agent's turn. */
  request(name: string, to: Address, event: AgentEvent, options?: RequestOptions): Promise<TurnOutcome>;
  /** Hands an event to another agent; resolves once it cannot be lost. */
  send(name: string, to: Address, event: AgentEvent): Promise<void>;
  /** Hands an event to another agent whose answer comes back under a handle, as an event of its own (HAND-1). */
  handoff(
    name: string,
    to: Address,
    event: AgentEvent,
    call: HandoffCall,
  ): Promise<{ readonly handle: string }>;
  /** Completes a handle; once, however often it is tried. */
  answer(name: string, handle: string, outcome: JsonValue): Promise<void>;
  /** The agents there are. May be used inside the body of a step. */
  agents(): Promise<readonly AgentSummary[]>;
  /** Makes sure that an instance exists. May be used inside the body of a step. */
  spawn(to: Address): Promise<void>;
  /** Waits for `Engine.complete`, through restarts (PEND-3). `about` is what whoever answers is shown. */
  hold<Value extends JsonValue>(name: string, reader: RecordReader<Value>, about: JsonObject): Held<Value>;
  /** Waits, through restarts. */
  sleep(name: string, ms: number): Promise<void>;
  /** Like those of Promise, in an order that a later attempt repeats. */
  all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]>;
  race<Value>(promises: readonly Promise<Value>[]): Promise<Value>;
  /** A value of the instance as it was when the turn began, or as the turn has set it. */
  get<Value extends JsonValue>(key: string, reader: RecordReader<Value>): Promise<Value | undefined>;
  /** Changes a value of the instance, together with the end of the turn. */
  set(key: string, value: JsonValue): void;
  /** Tells whoever watches. May be used anywhere; events are kept with the entry that follows, deltas are not kept. */
  observe(event: RuntimeEvent | TurnDelta): void;
}

/** What ties two steps together. */
export interface StepOptions {
  /** The step says that another is about to be taken. It is not recorded by an engine that has been told to stop. */
  readonly isAnnouncement?: boolean;
  /** The step that announced this one in this very attempt: a stop does not come between the two. */
  readonly announcedBy?: string;
}

/** The call that hands work off: it owns the handle. */
export interface HandoffCall {
  readonly toolCallId: string;
  readonly toolName: string;
}

/** How long an answer is waited for. */
export interface RequestOptions {
  readonly timeoutMs?: number;
}
