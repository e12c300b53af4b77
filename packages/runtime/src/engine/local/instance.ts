import { mkdirSync } from 'node:fs';
import {
  GoondanError,
  type AgentEvent,
  type AgentSummary,
  type JsonObject,
  type JsonValue,
} from '@goondan/core';
import * as shape from '../../shape/shape.ts';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';
import { isConversation } from '../event-type.ts';
import { handedBack, handleOf } from '../handoff.ts';
import type { Address } from '../turn-context.ts';
import { failedOutcome, type TurnOutcome } from '../turn-outcome.ts';
import type { TurnRunner } from '../turn-runner.ts';
import type { AgentJournal, QueuedTurn } from './agent-journal.ts';
import type { HandoffOwner } from './handles.ts';
import type { SentRequest } from './request-limit.ts';
import { workdirKey } from './journal-records.ts';
import { LocalTurn } from './local-turn.ts';
import { TurnRecord } from './turn-record.ts';
import type { TurnSurroundings } from './turn-surroundings.ts';

/** What an instance needs of its engine. */
export interface InstanceHost {
  readonly journal: AgentJournal;
  runner(): Promise<TurnRunner>;
  /** The instance's own folder. */
  workdir(): string;
  send(to: Address, event: AgentEvent): Promise<{ readonly turnId: string }>;
  outcome(to: Address, turnId: string): Promise<TurnOutcome>;
  cancel(request: SentRequest, reason: string): Promise<unknown>;
  openHandle(handle: string, owner: { readonly turnId: string; readonly about: JsonObject }): Promise<void>;
  completionOf(handle: string): Promise<JsonValue>;
  claimHandle(handle: string, owner: HandoffOwner): Promise<void>;
  complete(handle: string, outcome: JsonValue): Promise<void>;
  agents(): Promise<readonly AgentSummary[]>;
  spawn(to: Address): Promise<void>;
  isHeld(to: Address, turnId: string): Promise<boolean>;
  observe(event: RuntimeEvent | TurnDelta): void;
  /** A turn has ended. */
  ended(outcome: TurnOutcome): void;
  /** A turn cannot be recorded for now. */
  stalled(turnId: string, reason: unknown): void;
  /** True where a turn that found no room on the disk is taken up again without anybody's asking. */
  readonly keepsTrying: boolean;
  /** The time of day. */
  now(): number;
  /** Milliseconds that have passed since some moment. */
  elapsed(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Between one try and the next while the disk is full: twice as long each time. */
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** One conversation: runs its turns one after the other, first in first out. */
export class Instance {
  readonly #self: Address;
  readonly #host: InstanceHost;
  #state: Map<string, JsonValue> | undefined;
  #running: { readonly turn: LocalTurn; readonly controller: AbortController } | undefined;
  #isDraining = false;
  /** Of the wait for room on a disk that is full. */
  #waiting: AbortController | undefined;
  #hasFoundNoRoom = false;
  #retries = 0;
  #isStopped = false;
  /** What a turn came to that the disk had no room for. */
  #unrecorded: Unrecorded | undefined;

  constructor(self: Address, host: InstanceHost) {
    this.#self = self;
    this.#host = host;
  }

  /** True while it works, or knows what is nowhere else. */
  get isBusy(): boolean {
    return this.#isDraining || this.#waiting !== undefined || (this.#unrecorded?.values.size ?? 0) > 0;
  }

  /** True while that turn waits for a person, or stands behind one that does. */
  async isHeld(turnId: string): Promise<boolean> {
    const turn = this.#running?.turn;
    if (turn === undefined) return false;
    // Of the one in front only its own calls: those who wait for one another in a circle must not ask each other for ever.
    return turn.turnId === turnId ? turn.isHeld() : turn.isAsking;
  }

  /** Runs what is open, if it does not already. */
  drain(): void {
    if (this.#isDraining || this.#isStopped) return;
    this.#isDraining = true;
    this.#waiting?.abort();
    this.#waiting = undefined;
    void this.#drain().finally(() => {
      this.#isDraining = false;
      if (this.#host.keepsTrying && this.#hasFoundNoRoom && !this.#isStopped) void this.#tryLater();
    });
  }

  /** Ends a turn that runs or waits; it has been recorded that it is to end. */
  async cancel(turn: QueuedTurn): Promise<void> {
    const reason = cancellation(turn.cancelReason);
    if (this.#running?.turn.turnId === turn.turnId) this.#running.controller.abort(reason);
    else if (!this.#host.journal.isBegun(turn.turnId)) {
      const outcome = await this.#failed(turn, reason);
      await this.#host.journal.finish({ ...this.#end(outcome), state: new Map(), changes: [] });
      this.#host.ended(outcome);
    } else this.drain();
  }

  /** Begins nothing new; resolves when what has begun is recorded. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting?.abort();
    await this.#running?.turn.stop();
  }

  /** Ends what still runs, after `stop`; the turn stays open. */
  interrupt(reason: Error): void {
    this.#running?.controller.abort(reason);
  }

  async #drain(): Promise<void> {
    this.#hasFoundNoRoom = false;
    for (;;) {
      const [turn] = this.#host.journal.turnsOf(this.#self.instanceKey).open.values();
      if (turn === undefined || this.#isStopped) return;
      try {
        await this.#run(turn);
        this.#retries = 0;
      } catch (reason) {
        this.#host.stalled(turn.turnId, reason);
        this.#hasFoundNoRoom = reason instanceof GoondanError && reason.code === 'E_STORAGE_FULL';
        return;
      }
    }
  }

  /** Takes up what found no room once there may be some; whoever asks for it earlier need not wait. */
  async #tryLater(): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const ms = Math.min(firstRetryMs * 2 ** this.#retries, longestRetryMs);
    this.#retries += 1;
    await this.#host.wait(ms, waiting.signal);
    if (this.#waiting === waiting) this.drain();
  }

  async #run(turn: QueuedTurn): Promise<void> {
    const { journal } = this.#host;
    const { turnId } = turn;
    // An attempt that the disk cut off may still have calls under way.
    await this.#running?.turn.stop();
    this.#state ??= await journal.stateOf(this.#self.instanceKey);
    if (this.#unrecorded?.turnId !== turnId)
      this.#unrecorded = { turnId, attempt: crypto.randomUUID(), values: new Map() };
    const entries = journal.entriesOf(turnId);
    const record = new TurnRecord({
      turnId,
      entries,
      unrecorded: this.#unrecorded.values,
      write: (changes) => journal.write(changes),
      wait: (ms) => this.#host.wait(ms),
    });
    const controller = new AbortController();
    if (turn.cancelReason !== undefined) controller.abort(cancellation(turn.cancelReason));
    const local = new LocalTurn({
      self: this.#self,
      turnId,
      attempt: this.#unrecorded.attempt,
      record,
      state: this.#state,
      signal: controller.signal,
      surroundings: this.#surroundings(turnId),
    });
    this.#running = { turn: local, controller };
    const isResumed = entries.size > 0 || this.#unrecorded.values.size > 0;
    const outcome = await Promise.race([this.#outcome(turn, local, isResumed), local.stalled]);
    if (this.#isStopped) return;
    // What a layer left behind may still do goes nowhere.
    void local.stop();
    await record.persist(
      (changes) => journal.finish({ ...this.#end(outcome), state: local.changes, changes }),
      record.takeChanges([]),
    );
    this.#running = undefined;
    for (const [key, value] of local.changes) {
      if (value === null) this.#state.delete(key);
      else this.#state.set(key, value);
    }
    this.#host.ended(outcome);
    local.tellEnd();
  }

  async #outcome(turn: QueuedTurn, local: LocalTurn, isResumed: boolean): Promise<TurnOutcome> {
    try {
      const runner = await this.#host.runner();
      const workdir = await this.#workdir(turn, local);
      mkdirSync(workdir, { recursive: true });
      return await runner(local, { event: turn.event, traceId: turn.traceId, workdir, isResumed });
    } catch (thrown) {
      return this.#failed(turn, thrown);
    }
  }

  /** The folder that was given last, or the instance's own (CTX-2). One given for calls alone is for those: a conversation is not moved by them. */
  async #workdir({ workdir, event }: QueuedTurn, local: LocalTurn): Promise<string> {
    if (workdir === undefined) return (await local.get(workdirKey, shape.string())) ?? this.#host.workdir();
    if (isConversation(event)) local.set(workdirKey, workdir);
    return workdir;
  }

  /** What a turn came to that could not tell itself; whoever handed its work off is told here (HAND-1). */
  async #failed(turn: QueuedTurn, thrown: unknown): Promise<TurnOutcome> {
    const outcome = failedOutcome(turn, thrown);
    const handle = handleOf(turn.event);
    if (handle !== undefined) await this.#host.complete(handle, handedBack(outcome)).catch(unlessUnknown);
    return outcome;
  }

  #end(outcome: TurnOutcome): { instanceKey: string; outcome: TurnOutcome; finishedAt: number } {
    return { instanceKey: this.#self.instanceKey, outcome, finishedAt: this.#host.now() };
  }

  #surroundings(turnId: string): TurnSurroundings {
    const host = this.#host;
    return {
      send: (to, event) => host.send(to, event),
      outcome: (to, other) => host.outcome(to, other),
      cancel: (request, reason) => host.cancel(request, reason),
      openHandle: (handle, about) => host.openHandle(handle, { turnId, about }),
      completionOf: (handle) => host.completionOf(handle),
      claimHandle: (handle, call) => host.claimHandle(handle, { turnId, ...call }),
      complete: (handle, outcome) => host.complete(handle, outcome),
      agents: () => host.agents(),
      spawn: (to) => host.spawn(to),
      isHeld: (to, other) => host.isHeld(to, other),
      observe: (event) => host.observe(event),
      now: () => host.now(),
      elapsed: () => host.elapsed(),
      wait: (ms, signal) => host.wait(ms, signal),
    };
  }
}

/** What this process knows of a turn that the disk had no room for. */
interface Unrecorded {
  readonly turnId: string;
  /** The same for each time it is taken up here: what was announced and has no value was not begun. */
  readonly attempt: string;
  readonly values: Map<string, JsonValue>;
}

/** A handle whose file is gone can be completed by nobody. */
function unlessUnknown(thrown: unknown): void {
  if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_NOT_FOUND') throw thrown;
}

function cancellation(reason = 'it was cancelled'): GoondanError {
  return new GoondanError('E_AGENT_CANCELLED', reason);
}
