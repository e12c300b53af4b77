import type { RuntimeEvent } from './runtime-event.ts';
import { isEnd } from './span.ts';
import { keyOf } from './trace.ts';

/** All events of a span that has ended, in the order they came. */
export type EndedSpan = readonly [RuntimeEvent, ...RuntimeEvent[]];

const maxEvents = 128;

/** Gathers events until their span ends; forgets the oldest spans rather than grow without bound. */
export class OpenSpans {
  readonly #limit: number;
  readonly #open = new Map<string, [RuntimeEvent, ...RuntimeEvent[]]>();
  /** Spans that have ended lately: what is told of them again is not a second span. */
  readonly #ended = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes an event; gives all of its span's when it is the first that ends it. */
  add(event: RuntimeEvent): EndedSpan | undefined {
    const key = keyOf(event);
    if (this.#ended.has(key)) return undefined;
    const known = this.#open.get(key);
    if (isEnd(event.type)) {
      this.#open.delete(key);
      this.#ended.add(key);
      forgetOldest(this.#ended, this.#limit);
      return known === undefined ? [event] : [...known, event];
    }
    if (known === undefined) {
      this.#open.set(key, [event]);
      forgetOldest(this.#open, this.#limit);
    } else if (known.length < maxEvents) known.push(event);
    return undefined;
  }
}

/** Maps and sets keep the order of insertion. */
function forgetOldest(collection: Map<string, unknown> | Set<string>, limit: number): void {
  if (collection.size <= limit) return;
  for (const key of collection.keys()) {
    collection.delete(key);
    return;
  }
}
