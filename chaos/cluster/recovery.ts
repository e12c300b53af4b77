/** Measures how long it takes from a kill until turns end again. */
export class Recovery {
  /** Until the next turn ended, in milliseconds. */
  readonly next: number[] = [];
  /** Until every turn ended that was open then, in milliseconds. */
  readonly all: number[] = [];
  #waiting: Kill[] = [];

  /** Something was killed while these turns were open. */
  killed(open: ReadonlySet<string>): void {
    this.#waiting.push({ at: performance.now(), open: new Set(open), isNext: true });
  }

  /** A turn ended. */
  ended(turnId: string): void {
    for (const kill of this.#waiting) {
      const lasted = performance.now() - kill.at;
      if (kill.isNext) this.next.push(lasted);
      kill.isNext = false;
      if (kill.open.delete(turnId) && kill.open.size === 0) this.all.push(lasted);
    }
    this.#waiting = this.#waiting.filter(({ open, isNext }) => isNext || open.size > 0);
  }

  /** Resolves when turns end again, or when the time is over: false then. */
  async settled(limitMs: number): Promise<boolean> {
    const until = performance.now() + limitMs;
    while (this.#waiting.some(({ isNext }) => isNext)) {
      if (performance.now() > until) return false;
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
