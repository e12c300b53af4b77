/** A turn, and the longest that it stayed open with nothing killed meanwhile. */
export interface QuietStretch {
  readonly turnId: string;
  readonly ms: number;
}

/**
 * Tells a turn that hangs from one that is merely killed again and again: however long it takes in all, once nothing is killed any more it
 * has to end soon. Times are in milliseconds.
 */
export class QuietTurns {
  /** From its acceptance until a turn ended. */
  readonly lasted: number[] = [];
  readonly #turns = new Map<string, OpenTurn>();
  readonly #longest = new Map<string, number>();

  /** The turns that have not ended. */
  get open(): Iterable<string> {
    return this.#turns.keys();
  }

  /** A turn was accepted. */
  opened(turnId: string, at: number): void {
    this.#turns.set(turnId, { since: at, quietSince: at });
  }

  /** Something was killed. */
  killed(at: number): void {
    for (const [turnId, turn] of this.#turns) {
      this.#stretch(turnId, at - turn.quietSince);
      turn.quietSince = at;
    }
  }

  /** A turn ended. */
  ended(turnId: string, at: number): void {
    const turn = this.#turns.get(turnId);
    if (turn === undefined) return;
    this.#turns.delete(turnId);
    this.#stretch(turnId, at - turn.quietSince);
    this.lasted.push(at - turn.since);
  }

  /** The longest stretch of each turn. */
  get stretches(): QuietStretch[] {
    return Array.from(this.#longest, ([turnId, ms]) => ({ turnId, ms }));
  }

  #stretch(turnId: string, ms: number): void {
    this.#longest.set(turnId, Math.max(ms, this.#longest.get(turnId) ?? 0));
  }
}

interface OpenTurn {
  readonly since: number;
  /** Since the last kill, or since it was accepted. */
  quietSince: number;
}
