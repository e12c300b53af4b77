import { privateFolder } from './private-folder.ts';
import type { Started } from './started.ts';

/** How long a runner waits for the next command of its instance. */
const longestIdleMs = 5 * 60_000;

/** How many runners are kept in all; the one that has waited longest goes first. */
const mostKept = 16;

interface Place {
  readonly temporary: string;
  kept: { readonly started: Started; readonly timer: ReturnType<typeof setTimeout> } | undefined;
}

/**
 * Keeps one runner warm for each instance. A runner is lent to one command at a time: commands side by side get one each, so that
 * stopping one never touches another; and no runner is ever lent to another instance.
 */
export class RunnerPool {
  readonly #places = new Map<string, Place>();
  readonly #waiting = new Set<Place>();
  readonly #idleMs: number;

  constructor(idleMs: number = longestIdleMs) {
    this.#idleMs = idleMs;
  }

  /** Lends the runner kept under a key, or one that is started now, with the folder that all of this key share as /tmp. */
  async use<Result>(
    key: string,
    start: (temporary: string) => Started,
    work: (started: Started) => Promise<Result>,
  ): Promise<Result> {
    const place = this.#placeOf(key);
    const started = this.#take(place) ?? start(place.temporary);
    try {
      return await work(started);
    } finally {
      this.#giveBack(place, started);
    }
  }

  #placeOf(key: string): Place {
    let place = this.#places.get(key);
    if (place === undefined) {
      place = { temporary: privateFolder(), kept: undefined };
      this.#places.set(key, place);
    }
    return place;
  }

  #take(place: Place): Started | undefined {
    const { kept } = place;
    if (kept === undefined) return undefined;
    clearTimeout(kept.timer);
    place.kept = undefined;
    this.#waiting.delete(place);
    return kept.started.runner.isUsable ? kept.started : undefined;
  }

  #giveBack(place: Place, started: Started): void {
    const { runner } = started;
    if (!runner.isUsable) return;
    if (place.kept?.started.runner.isUsable === true) {
      runner.stop();
      return;
    }
    this.#take(place);
    const timer = setTimeout(() => {
      this.#take(place);
      runner.stop();
    }, this.#idleMs);
    timer.unref();
    place.kept = { started, timer };
    this.#waiting.add(place);
    if (this.#waiting.size > mostKept) this.#endOldest();
  }

  #endOldest(): void {
    const [oldest] = this.#waiting;
    if (oldest !== undefined) this.#take(oldest)?.runner.stop();
  }
}
