import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import { isTurnEnd } from '@goondan/runtime/engine';

/** What the events of one attempt are told to. */
export interface TurnEventsOptions {
  /** False while entries of an earlier attempt are gone through again: what is told then has been told before. */
  readonly isLive: () => boolean;
  readonly tell: (event: RuntimeEvent | TurnDelta) => void;
}

/** The runtime events of a turn: told as they happen, and kept with the entry that follows. */
export class TurnEvents {
  readonly #options: TurnEventsOptions;
  readonly #recorded: RuntimeEvent[] = [];
  readonly #ends: RuntimeEvent[] = [];
  #pending: { readonly event: RuntimeEvent; isTold: boolean }[] = [];
  #resumed: RuntimeEvent | undefined;

  constructor(options: TurnEventsOptions) {
    this.#options = options;
  }

  /** Something happened. */
  add(event: RuntimeEvent | TurnDelta): void {
    const isLive = this.#options.isLive();
    if (event.type === 'delta') {
      if (isLive) this.#options.tell(event);
      return;
    }
    if (event.type === 'turn.resumed') {
      this.#resumed = event;
      return;
    }
    // The end of a turn is one only when it is recorded.
    if (isTurnEnd(event)) this.#ends.push(event);
    const isTold = isLive && !isTurnEnd(event);
    if (isTold) {
      this.#tellResumed();
      this.#options.tell(event);
    }
    this.#pending.push({ event, isTold });
  }

  /** The turn waits for something: one that was taken up again is told of as such also where nothing else happens. */
  waiting(): void {
    if (this.#options.isLive()) this.#tellResumed();
  }

  /** What is kept with an entry that is made now. */
  take(): RuntimeEvent[] {
    this.#tellResumed();
    for (const { event, isTold } of this.#pending)
      if (!isTold && !isTurnEnd(event)) this.#options.tell(event);
    const events = this.#pending.map(({ event }) => event);
    this.#pending = [];
    return events;
  }

  /** An entry is on record; what an earlier attempt told before it stands there. */
  recorded(events: readonly RuntimeEvent[], isLive: boolean): void {
    if (!isLive) this.#pending = [];
    this.#recorded.push(...events);
  }

  /** Everything on record so far. */
  get all(): readonly RuntimeEvent[] {
    return this.#recorded;
  }

  /** Tells of the turn's end, once it is recorded. */
  tellEnd(): void {
    for (const event of this.#ends.splice(0)) this.#options.tell(event);
  }

  #tellResumed(): void {
    const event = this.#resumed;
    if (event === undefined) return;
    this.#resumed = undefined;
    this.#options.tell(event);
    this.#pending.unshift({ event, isTold: true });
  }
}
