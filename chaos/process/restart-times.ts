import type { Life } from './life.ts';
import type { Word } from './word.ts';

/** The longest that 95 of 100 restarts may take until a turn runs. */
export const restartTargetMs = 1_000;

/** How long things took, in milliseconds. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The process a conversation runs in: one for all of an agent's, or each its own. */
export function unitOf(who: string): string {
  return who.startsWith('store/') ? who : (who.split('/')[0] ?? who);
}

/** Measures from the death of a process until a turn or a step runs in the next one. */
export class RestartTimes {
  readonly agents: number[] = [];
  readonly orchestrators: number[] = [];
  /** Restarts that were not seen through: the process, or its orchestrator, was killed before a turn ran. */
  cutCount = 0;
  readonly #waiting = new Map<string, { readonly at: number; readonly pid: number }>();
  #isFirst = true;

  /** A new orchestrator was started: what its predecessor was to start again is its own to start. */
  begin(life: Life): void {
    for (const unit of this.#waiting.keys()) this.#cut(unit);
    this.#waiting.clear();
    this.#isFirst = true;
    life.hear((word) => this.#take(word, life));
  }

  /** An agent process was killed that had something to do. */
  killed(unit: string, pid: number): void {
    this.#cut(unit);
    this.#waiting.set(unit, { at: performance.now(), pid });
  }

  /** Resolves when all that was killed runs turns again, or when the time is over. */
  async settled(limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    while (this.#waiting.size > 0 && performance.now() < end) await Bun.sleep(10);
  }

  #cut(unit: string): void {
    const waiting = this.#waiting.get(unit);
    if (waiting === undefined) return;
    this.cutCount += 1;
    const lasted = performance.now() - waiting.at;
    // That it was late is known by then, though not how late.
    if (lasted > restartTargetMs) this.agents.push(lasted);
  }

  #take({ word, who, pid }: Word, { startedAt }: Life): void {
    if (word !== 'turn' && word !== 'step') return;
    const now = performance.now();
    if (this.#isFirst) this.orchestrators.push(now - startedAt);
    this.#isFirst = false;
    const unit = unitOf(who);
    const waiting = this.#waiting.get(unit);
    // The last words of the one that was killed are no sign of life.
    if (waiting === undefined || waiting.pid === pid) return;
    this.#waiting.delete(unit);
    this.agents.push(now - waiting.at);
  }
}

/** The figures of a list of times. */
export function timesOf(list: readonly number[]): Times {
  const sorted = list.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
