import type { OpenTurn } from '../../engine.ts';

/** Characters of events that may wait for one agent before senders are told to wait: the orchestrator keeps them in mind. */
const mostWaiting = 8 * 1024 * 1024;

/** The turns of one process that have not ended, as far as the orchestrator knows. */
export class OpenTurns {
  readonly #turns = new Map<string, { readonly turn: OpenTurn; readonly size: number }>();
  #size = 0;

  /** How many there are. */
  get count(): number {
    return this.#turns.size;
  }

  /** True when no more should be taken in. */
  get isFull(): boolean {
    return this.#size >= mostWaiting;
  }

  /** All of them, in the order they came. */
  all(): OpenTurn[] {
    return Array.from(this.#turns.values(), ({ turn }) => turn);
  }

  /** The turn of that id. */
  get(turnId: string): OpenTurn | undefined {
    return this.#turns.get(turnId)?.turn;
  }

  /** Takes one in; `size` is that of its event. */
  add(turn: OpenTurn, size: number): void {
    this.delete(turn.turnId);
    this.#turns.set(turn.turnId, { turn, size });
    this.#size += size;
  }

  /** Forgets one that has ended. */
  delete(turnId: string): void {
    this.#size -= this.#turns.get(turnId)?.size ?? 0;
    this.#turns.delete(turnId);
  }
}
