import type { JsonValue } from '@goondan/core';
import { RecordLog, type LogRecord, type StreamChange } from '../../storage/record-log.ts';
import { runtimeEventSchema, type RuntimeEvent } from '../../telemetry/runtime-event.ts';
import { turnOutcomeSchema, type TurnOutcome } from '../turn-outcome.ts';
import { checkInstanceKey } from '../instance-key.ts';
import {
  acceptedSchema,
  cancelledSchema,
  checkReadable,
  finishedSchema,
  type AcceptedTurn,
} from './journal-records.ts';
import { eventPrefix } from './turn-record.ts';

/** A turn of an instance that has not ended. */
export interface QueuedTurn extends AcceptedTurn {
  /** Why it is to end, when somebody cancelled it. */
  cancelReason?: string;
}

/** The turns of one instance, in the order they were accepted. */
export interface InstanceTurns {
  readonly open: Map<string, QueuedTurn>;
  /** When each ended that is still kept. */
  readonly finished: Map<string, number>;
}

/** What the end of a turn changes besides ending it. */
export interface TurnEnd {
  readonly instanceKey: string;
  readonly outcome: TurnOutcome;
  readonly finishedAt: number;
  /** Values of the instance that the turn set; null takes one away. */
  readonly state: ReadonlyMap<string, JsonValue>;
  /** What is to be kept with it. */
  readonly changes: readonly StreamChange[];
}

const outcomeName = 'outcome';

/**
 * Everything durable of one agent, in one file with one writer. Streams: `q/<instance>` turns accepted, cancelled and
 * finished; `s/<instance>` its values; `t/<turn>` the entries, runtime events and outcome of a turn.
 */
export class AgentJournal {
  readonly path: string;
  readonly #log: RecordLog;
  readonly #isReadOnly: boolean;
  readonly #instances = new Map<string, InstanceTurns>();

  /** With `isReadOnly` it is what the file holds now, beside whoever writes it; nothing of it can be changed. */
  constructor(path: string, { isReadOnly = false }: { readonly isReadOnly?: boolean } = {}) {
    this.path = path;
    this.#isReadOnly = isReadOnly;
    this.#log = new RecordLog(path, { isReadOnly });
    for (const stream of this.#log.streams('q/'))
      this.#instances.set(stream.slice(2), foldQueue(this.#log.read(stream)));
  }

  /** The instances that have turns on record. */
  instances(): Iterable<[instanceKey: string, turns: InstanceTurns]> {
    return this.#instances;
  }

  /** The turns of an instance. */
  turnsOf(instanceKey: string): InstanceTurns {
    const found = this.#instances.get(instanceKey);
    if (found !== undefined) return found;
    const turns: InstanceTurns = { open: new Map(), finished: new Map() };
    this.#instances.set(instanceKey, turns);
    return turns;
  }

  /** True for an instance that is on record. */
  hasInstance(instanceKey: string): boolean {
    return this.#log.has(`q/${instanceKey}`);
  }

  /** Puts an instance on record that has no turns yet. */
  async spawn(instanceKey: string): Promise<void> {
    checkInstanceKey(instanceKey);
    await this.#log.append(`q/${instanceKey}`, [{ name: 'spawned', value: null }]);
    this.turnsOf(instanceKey);
  }

  /** Takes a turn in: once it resolves it cannot be lost. */
  async accept(instanceKey: string, turn: AcceptedTurn): Promise<void> {
    checkInstanceKey(instanceKey);
    checkReadable(turn);
    await this.#log.append(`q/${instanceKey}`, [{ name: 'accepted', value: turn }]);
    this.turnsOf(instanceKey).open.set(turn.turnId, { ...turn });
  }

  /** Records that a turn is to end. Known at once, so that of several who want it to end the first is heard. */
  async cancel(instanceKey: string, turnId: string, reason: string): Promise<void> {
    const turn = this.turnsOf(instanceKey).open.get(turnId);
    if (turn !== undefined) turn.cancelReason = reason;
    try {
      await this.#log.append(`q/${instanceKey}`, [{ name: 'cancelled', value: { turnId, reason } }]);
    } catch (thrown) {
      delete turn?.cancelReason;
      throw thrown;
    }
  }

  /** The entries of a turn so far. */
  entriesOf(turnId: string): Map<string, JsonValue> {
    const records = this.#log.read(`t/${turnId}`).filter(({ name }) => !name.startsWith(eventPrefix));
    return new Map(records.map(({ name, value }) => [name, value]));
  }

  /** True once anything of the turn is on record. */
  isBegun(turnId: string): boolean {
    return this.#log.has(`t/${turnId}`);
  }

  /** Adds to the entries and the events of a turn, all or nothing. */
  write(changes: readonly StreamChange[]): Promise<void> {
    return this.#log.write(changes);
  }

  /** Ends a turn: its outcome, the instance's values and the queue change together. */
  async finish(end: TurnEnd): Promise<void> {
    const { instanceKey, outcome, finishedAt } = end;
    const { turnId } = outcome;
    await this.#log.write([
      ...end.changes,
      { stream: `t/${turnId}`, records: [{ name: outcomeName, value: outcome }] },
      { stream: `q/${instanceKey}`, records: [{ name: 'finished', value: { turnId, finishedAt } }] },
      ...stateChange(`s/${instanceKey}`, end.state),
    ]);
    const turns = this.turnsOf(instanceKey);
    turns.open.delete(turnId);
    turns.finished.set(turnId, finishedAt);
  }

  /** What a turn came to, while it is kept. */
  outcomeOf(turnId: string): TurnOutcome | undefined {
    const record = this.#log.read(`t/${turnId}`).find(({ name }) => name === outcomeName);
    return record && turnOutcomeSchema.parse(record.value);
  }

  /** The runtime events of a turn, while they are kept. */
  eventsOf(turnId: string): RuntimeEvent[] {
    const records = this.#log.read(`t/${turnId}`).filter(({ name }) => name.startsWith(eventPrefix));
    return records.map(({ value }) => runtimeEventSchema.parse(value));
  }

  /** The values of an instance. Old ones among the records are cleared away when they are the most. */
  async stateOf(instanceKey: string): Promise<Map<string, JsonValue>> {
    const stream = `s/${instanceKey}`;
    const records = this.#log.read(stream);
    const state = new Map<string, JsonValue>();
    for (const { name, value } of records) {
      if (value === null) state.delete(name);
      else state.set(name, value);
    }
    if (!this.#isReadOnly && records.length > 2 * state.size + 64)
      await this.#log.write([{ ...recordsOf(stream, state), isReplaced: true }]);
    return state;
  }

  /** Changes a value of an instance while none of its turns runs. */
  async setValue(instanceKey: string, name: string, value: JsonValue): Promise<void> {
    await this.#log.append(`s/${instanceKey}`, [{ name, value }]);
  }

  /** Forgets the turns that ended before a time; says how many. Conversations and other values stay. */
  async prune(before: number): Promise<number> {
    let count = 0;
    for (const [instanceKey, turns] of this.#instances) {
      const old = [...turns.finished].filter(([, at]) => at < before).map(([turnId]) => turnId);
      if (old.length === 0) continue;
      for (const turnId of old) turns.finished.delete(turnId);
      await this.#log.write([
        ...old.map((turnId) => emptied(`t/${turnId}`)),
        { stream: `q/${instanceKey}`, isReplaced: true, records: queueRecords(turns) },
      ]);
      count += old.length;
    }
    return count;
  }

  /** Takes away an instance: its turns, open ones too, its conversation and its other values. */
  async forget(instanceKey: string): Promise<void> {
    const { open, finished } = this.turnsOf(instanceKey);
    const turnIds = [...open.keys(), ...finished.keys()];
    await this.#log.write([
      ...turnIds.map((turnId) => emptied(`t/${turnId}`)),
      emptied(`q/${instanceKey}`),
      emptied(`s/${instanceKey}`),
    ]);
    this.#instances.delete(instanceKey);
  }

  /** All that is on record of an instance, as it would be added to another journal. */
  recordsOf(instanceKey: string): StreamChange[] {
    const { open, finished } = this.turnsOf(instanceKey);
    const turns = [...open.keys(), ...finished.keys()].map((turnId) => `t/${turnId}`);
    return [`q/${instanceKey}`, `s/${instanceKey}`, ...turns]
      .map((stream) => ({ stream, records: this.#log.read(stream) }))
      .filter(({ records }) => records.length > 0);
  }

  /** Commits what is waiting and closes the file. */
  close(): void {
    this.#log.close();
  }
}

function foldQueue(records: readonly LogRecord[]): InstanceTurns {
  const turns: InstanceTurns = { open: new Map(), finished: new Map() };
  for (const { name, value } of records) {
    if (name === 'accepted') {
      const turn = acceptedSchema.parse(value);
      turns.open.set(turn.turnId, turn);
    } else if (name === 'cancelled') {
      const { turnId, reason } = cancelledSchema.parse(value);
      const turn = turns.open.get(turnId);
      if (turn !== undefined) turn.cancelReason = reason;
    } else if (name === 'finished') {
      const { turnId, finishedAt } = finishedSchema.parse(value);
      turns.open.delete(turnId);
      turns.finished.set(turnId, finishedAt);
    }
  }
  return turns;
}

function queueRecords({ open, finished }: InstanceTurns): LogRecord[] {
  return [
    // The instance stays, also when all its turns are forgotten.
    { name: 'spawned', value: null },
    ...Array.from(finished, ([turnId, finishedAt]) => ({ name: 'finished', value: { turnId, finishedAt } })),
    ...[...open.values()].flatMap(({ cancelReason, ...turn }) => [
      { name: 'accepted', value: turn },
      ...(cancelReason === undefined
        ? []
        : [{ name: 'cancelled', value: { turnId: turn.turnId, reason: cancelReason } }]),
    ]),
  ];
}

function stateChange(stream: string, state: ReadonlyMap<string, JsonValue>): StreamChange[] {
  return state.size === 0 ? [] : [recordsOf(stream, state)];
}

function recordsOf(stream: string, state: ReadonlyMap<string, JsonValue>): StreamChange {
  return { stream, records: Array.from(state, ([name, value]) => ({ name, value })) };
}

function emptied(stream: string): StreamChange {
  return { stream, isReplaced: true, records: [] };
}
