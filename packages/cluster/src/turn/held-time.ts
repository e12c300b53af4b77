import type { HeldState, Interval } from '../service/wire.ts';

/** Stretches of waiting that are remembered, the latest. */
const mostIntervals = 50;

/** When a turn waits for persons, and which turns it waits for: what those who wait for it must not count (PEND-3). */
export class HeldTime {
  readonly #turnId: string;
  readonly #asked = new Map<string, HeldState['asked'][number]>();
  #past: Interval[] = [];
  #holds = 0;
  #since: number | null = null;

  constructor(turnId: string) {
    this.#turnId = turnId;
  }

  /** A person is asked. */
  begin(at: number): void {
    this.#since ??= at;
    this.#holds += 1;
  }

  /** A person has answered. */
  end(at: number): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#since === null) return;
    this.add([{ from: this.#since, to: at }]);
    this.#since = null;
  }

  /** A turn that this one waited for has itself waited. */
  add(intervals: readonly Interval[]): void {
    this.#past = latestOf([...this.#past, ...intervals]);
  }

  /** Another agent's turn is waited for. */
  ask(turn: HeldState['asked'][number]): void {
    this.#asked.set(turn.turnId, turn);
  }

  /** It is no longer. */
  answered(turnId: string): void {
    this.#asked.delete(turnId);
  }

  /** All that is over. */
  get past(): Interval[] {
    return this.#past;
  }

  /** As others may see it. */
  get state(): HeldState {
    return {
      turnId: this.#turnId,
      since: this.#since,
      past: this.#past,
      asked: [...this.#asked.values()],
    };
  }
}

/** As many stretches as are remembered. */
export function latestOf(intervals: readonly Interval[]): Interval[] {
  return intervals.slice(-mostIntervals);
}

/** How much of a stretch of time lies in intervals, which may overlap. */
export function overlapMs(intervals: readonly Interval[], { from, to }: Interval): number {
  let sum = 0;
  let end = from;
  for (const interval of intervals.toSorted((one, other) => one.from - other.from)) {
    const start = Math.max(interval.from, end);
    const stop = Math.min(interval.to, to);
    if (stop <= start) continue;
    sum += stop - start;
    end = stop;
  }
  return sum;
}
