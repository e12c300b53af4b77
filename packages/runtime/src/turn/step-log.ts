import type { JsonValue, MessageEvent } from '@goondan/core';
import type { SecretMask } from '../secret/secret-mask.ts';
import type { Conversation } from './conversation.ts';
import type { StateChange } from './extension-state.ts';
import type { Ended } from './records.ts';
import type { Usage } from '../telemetry/runtime-event.ts';
import { checkedEvent, reviveEvent, type StoredEvent } from './stored-message.ts';
import { addUsage, noUsage } from './usage.ts';

/** What happens to the conversation and the extensions' state in one step, in order. */
export class StepLog {
  readonly #conversation: Conversation;
  readonly #mask: SecretMask;
  readonly #start: number;
  #events: Ended['events'] = [];
  readonly state: StateChange[] = [];
  readonly executed: NonNullable<Ended['executed']> = [];
  #spent: Usage | undefined;

  constructor(conversation: Conversation, mask: SecretMask) {
    this.#mask = mask;
    this.#conversation = conversation;
    this.#start = conversation.events.length;
  }

  /** Lets an event of middleware happen, as a later attempt would read it. */
  emit(event: MessageEvent): void {
    this.emitStored(checkedEvent(event, this.#mask));
  }

  /** Lets events happen that follow from the step's own entries. */
  emitOwn(marker: 'assistant' | 'results', events: readonly MessageEvent[]): void {
    this.#events.push(marker);
    for (const event of events) this.#conversation.emit(event);
  }

  /** What middleware has done to the conversation so far. */
  get emitted(): StoredEvent[] {
    return this.#events.filter((event) => typeof event !== 'string');
  }

  /** Puts recorded events in the place of what this attempt's middleware did. */
  replace(events: readonly StoredEvent[]): void {
    this.#conversation.rewind(this.#start);
    this.#events = [];
    for (const event of events) this.emitStored(event);
  }

  /** Counts what its middleware asked the model. */
  spend(usage: Usage): void {
    this.#spent = addUsage(this.#spent ?? noUsage, usage);
  }

  /** What to remember of the step once it is over. */
  ended(rest: Pick<Ended, 'runs' | 'result'>): JsonValue {
    const spent = this.#spent === undefined ? {} : { spent: this.#spent };
    const executed = this.executed.length === 0 ? {} : { executed: this.executed };
    return this.#mask.json({ events: this.#events, state: this.state, ...spent, ...executed, ...rest });
  }

  /** Lets an event happen that was recorded. */
  emitStored(event: StoredEvent): void {
    this.#events.push(event);
    this.#conversation.emit(reviveEvent(event));
  }
}
