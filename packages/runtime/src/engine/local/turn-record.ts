import type { JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import type { LogRecord, StreamChange } from '../../storage/record-log.ts';
import type { RuntimeEvent } from '../../telemetry/runtime-event.ts';

/** Where a turn's entries are kept. */
export interface TurnRecordOptions {
  readonly turnId: string;
  /** What earlier attempts recorded. */
  readonly entries: Map<string, JsonValue>;
  /** Values an earlier attempt in this process came to but could not record. */
  readonly unrecorded: Map<string, JsonValue>;
  readonly write: (changes: readonly StreamChange[]) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
}

/** What the names of events begin with, and those of entries never: events are kept among the entries, to be written with them as one. */
export const eventPrefix = 'event/';

/** How long a full disk is borne with before the turn is left to be taken up again. */
const patience = [100, 200, 400, 800, 1600];

/** The entries of one turn, with what is kept along with the next of them. */
export class TurnRecord {
  readonly #options: TurnRecordOptions;
  #remembered: LogRecord[] = [];
  #events: LogRecord[] = [];

  constructor(options: TurnRecordOptions) {
    this.#options = options;
  }

  /** What was recorded under a name. */
  find(name: string): { readonly value: JsonValue } | undefined {
    const value = this.#options.entries.get(name);
    return value === undefined ? undefined : { value };
  }

  /** What an attempt cut off by a full disk came to. */
  findUnrecorded(name: string): { readonly value: JsonValue } | undefined {
    const value = this.#options.unrecorded.get(name);
    return value === undefined ? undefined : { value };
  }

  /** Adds an entry; resolves once it is durable. A full disk is given a few seconds; then it throws, and the value is carried over. */
  async add(name: string, value: JsonValue): Promise<void> {
    this.#options.unrecorded.set(name, value);
    await this.persist((changes) => this.#options.write(changes), this.takeChanges([{ name, value }]));
    this.#options.unrecorded.delete(name);
  }

  /** Keeps a value with the next entry. */
  remember(name: string, value: JsonValue): void {
    this.#remembered.push({ name, value });
  }

  /** Keeps an event with the next entry. */
  note(event: RuntimeEvent): void {
    this.#events.push({ name: `${eventPrefix}${event.type}`, value: event });
  }

  /** Everything that waits to be kept, with further entries at its end; the caller has to write it. */
  takeChanges(entries: readonly LogRecord[]): StreamChange[] {
    const records = [...this.#remembered, ...entries, ...this.#events];
    this.#remembered = [];
    this.#events = [];
    return records.length === 0 ? [] : [{ stream: `t/${this.#options.turnId}`, records }];
  }

  /** Writes, with patience for a full disk. */
  async persist(
    write: (changes: readonly StreamChange[]) => Promise<void>,
    changes: readonly StreamChange[],
  ): Promise<void> {
    for (const ms of patience) {
      try {
        return await write(changes);
      } catch (thrown) {
        if (!(thrown instanceof GoondanError) || thrown.code !== 'E_STORAGE_FULL') throw thrown;
        await this.#options.wait(ms);
      }
    }
    await write(changes);
  }
}
