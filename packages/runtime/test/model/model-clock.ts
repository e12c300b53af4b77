import type { ModelClock } from '@goondan/runtime/model';

/** A clock that waits for nothing but what the test moves it by. */
export class ManualClock implements ModelClock {
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #now = Date.parse('2026-01-01T00:00:00Z');

  now(): number {
    return this.#now;
  }

  /** How long each timer so far was set for. */
  readonly spans: number[] = [];

  after(ms: number, run: () => void): () => void {
    this.spans.push(ms);
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers are running. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on and runs what is due. */
  advance(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
