/** Lets the calls of one step run side by side up to a limit, in order, with `sequential` ones alone (PAR-1). */
export class CallGate {
  readonly #limit: number;
  readonly #waiting: { readonly isSequential: boolean; readonly enter: () => void }[] = [];
  #running = 0;
  #isExclusive = false;

  constructor(limit: number) {
    // A gate that lets nobody through would hang its step.
    this.#limit = Math.max(1, limit);
  }

  /** Waits for the call's turn; the function it resolves with must be called when the call has ended. */
  async enter(isSequential: boolean): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push({ isSequential, enter: turn.resolve });
    this.#admit();
    await turn.promise;
    return () => this.#leave();
  }

  #leave(): void {
    this.#running -= 1;
    this.#isExclusive = false;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoomFor(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += 1;
      this.#isExclusive = next.isSequential;
      next.enter();
    }
  }

  #hasRoomFor(next: { readonly isSequential: boolean }): boolean {
    if (this.#isExclusive) return false;
    return next.isSequential ? this.#running === 0 : this.#running < this.#limit;
  }
}
