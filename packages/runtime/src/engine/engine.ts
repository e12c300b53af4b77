import type { AgentEvent, JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '../telemetry/runtime-event.ts';
import type { Address, RequestOptions } from './turn-context.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** A turn that was accepted and has not ended. */
export interface OpenTurn extends Address {
  readonly turnId: string;
  readonly event: AgentEvent;
  /** When it was accepted, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** False while nothing of it has happened yet. */
  readonly isBegun: boolean;
}

/** How an agent is run, or one instance of it where each has a process of its own. */
export interface AgentStatus {
  readonly agent: string;
  /** Null where one process serves all instances. */
  readonly instanceKey: string | null;
  /** `waiting`: it ended again and again, and is started again later. */
  readonly state: 'asleep' | 'starting' | 'running' | 'stopping' | 'waiting';
  readonly pid: number | null;
  /** How often it ended in a row without having got anything done. */
  readonly crashes: number;
  /** Of `waiting`: when it will be started again, in milliseconds since 1970. */
  readonly restartAt: number | null;
  readonly openTurns: number;
}

/** What a turn may be given besides its event. */
export interface SubmitOptions {
  /**
   * The folder its tools work in, instead of the instance's own (CTX-2). Later turns of the instance work there too, until another is given;
   * where it comes with a single tool call or a plan, and on a cluster, whose next turn may run on another machine, it is for that turn alone.
   */
  readonly workdir?: string;
}

/** Where agents run: in this process, in processes of their own, or on a cluster. Every engine runs the same turns. */
export interface Engine {
  /** Takes the state over; no turn begins yet. */
  start(): Promise<void>;
  /** Goes on with the open turns, of all instances or of those named; says which. An event for an instance does so too, for that instance. */
  resume(only?: Partial<Address>): readonly OpenTurn[] | Promise<readonly OpenTurn[]>;
  /** Ends what runs within `graceMs` and leaves the rest to be taken up again. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
  /** Accepts an event: once it resolves the event cannot be lost. The same event id is the same turn. */
  send(to: Address, event: AgentEvent, options?: SubmitOptions): Promise<{ readonly turnId: string }>;
  /** Accepts an event and waits for what its turn comes to. */
  request(to: Address, event: AgentEvent, options?: SubmitOptions & RequestOptions): Promise<TurnOutcome>;
  /** Waits for a turn that was accepted before, also in another process's life. */
  attach(turnId: string): Promise<TurnOutcome>;
  /** Cancels a turn, queued or running; false when it is not known or has ended. */
  cancel(turnId: string, reason?: string): Promise<boolean>;
  /** Answers a handle, once (PEND-2, PEND-3). */
  complete(handle: string, outcome: JsonValue): Promise<void>;
  /** Every turn that has not ended. Where the state lies elsewhere, as on a cluster, it has to be asked for. */
  openTurns(): readonly OpenTurn[] | Promise<readonly OpenTurn[]>;
  /** How each agent is run that was ever needed. */
  status(): readonly AgentStatus[] | Promise<readonly AgentStatus[]>;
  /** Hears all runtime events and deltas from now on, until the function it returns is called. */
  observe(listener: (event: RuntimeEvent | TurnDelta) => void): () => void;
}
