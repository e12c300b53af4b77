import { QuietTurns } from './quiet-turns.ts';

/** Measures how long it takes from a kill until turns end again. */
export class Recovery {
  /** Until the next turn ended, in milliseconds. */
  readonly next: number[] = [];
  /** Until every turn ended that was open then, in milliseconds. */
  readonly all: number[] = [];
  /** How long turns stay open while nothing is killed. */
  readonly quiet = new QuietTurns();
  #waiting: Kill[] = [];

  /** A turn was accepted. */
  opened(turnId: string): void {
    this.quiet.opened(turnId, performance.now());
  }

  /** Something is killed, whatever turns are open. */
  killed(): void {
    const at = performance.now();
    this.quiet.killed(at);
    this.#waiting.push({ at, open: new Set(this.quiet.open), isNext: true });
  }

  /** A turn ended. */
  ended(turnId: string): void {
    const at = performance.now();
    this.quiet.ended(turnId, at);
    for (const kill of this.#waiting) {
      const lasted = at - kill.at;
      if (kill.isNext) this.next.push(lasted);
      kill.isNext = false;
      if (kill.open.delete(turnId) && kill.open.size === 0) this.all.push(lasted);
    }
    this.#waiting = this.#waiting.filter(({ open, isNext }) => isNext || open.size > 0);
  }

  /** Resolves when the next turn has ended, or all that were open at a kill, or when the time is over: false then. */
  async settled(until: 'next' | 'all', limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs;
    while (this.#waiting.some(({ isNext }) => isNext || until === 'all')) {
      if (performance.now() > end) return false;
      await Bun.sleep(10);
    }
    return true;
  }
}

interface Kill {
  readonly at: number;
  readonly open: Set<string>;
  isNext: boolean;
}
