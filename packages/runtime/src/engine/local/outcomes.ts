import type { TurnOutcome } from '../turn-outcome.ts';

/** Those who wait for turns to end. */
export class Outcomes {
  readonly #waiting = new Map<string, PromiseWithResolvers<TurnOutcome>>();

  /** Waits for the end of a turn, or for this process to be unable to go on with it. */
  of(turnId: string): Promise<TurnOutcome> {
    const known = this.#waiting.get(turnId);
    if (known !== undefined) return known.promise;
    const waiting = Promise.withResolvers<TurnOutcome>();
    // Whoever asked may be gone by then.
    waiting.promise.catch(() => undefined);
    this.#waiting.set(turnId, waiting);
    return waiting.promise;
  }

  /** Tells them what the turn came to. */
  settle(outcome: TurnOutcome): void {
    this.#waiting.get(outcome.turnId)?.resolve(outcome);
    this.#waiting.delete(outcome.turnId);
  }

  /** Tells all of them that this process ends first. */
  failAll(reason: unknown): void {
    for (const turnId of this.#waiting.keys()) this.fail(turnId, reason);
  }

  /** Tells them that it has to be taken up again later. */
  fail(turnId: string, reason: unknown): void {
    this.#waiting.get(turnId)?.reject(reason);
    this.#waiting.delete(turnId);
  }
}
