import type { SentRequest } from './request-limit.ts';
import type { TurnSurroundings } from './turn-surroundings.ts';

/** Other agents' turns that one turn has asked for and waits for: when it is cancelled they end with it, for nobody else waits for them. */
export class AskedTurns {
  readonly #surroundings: Pick<TurnSurroundings, 'cancel' | 'isHeld'>;
  readonly #requests = new Map<string, SentRequest>();
  #isGivenUp = false;

  constructor(surroundings: Pick<TurnSurroundings, 'cancel' | 'isHeld'>) {
    this.#surroundings = surroundings;
  }

  /** One is waited for from now on. */
  add(request: SentRequest): void {
    this.#requests.set(request.turnId, request);
    if (this.#isGivenUp) this.#cancel(request);
  }

  /** One is waited for no longer. */
  delete({ turnId }: SentRequest): void {
    this.#requests.delete(turnId);
  }

  /** Ends all of them, and those that are still on their way. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const request of this.#requests.values()) this.#cancel(request);
  }

  /** True while one of them waits for a person. */
  async isAnyHeld(): Promise<boolean> {
    const requests = [...this.#requests.values()];
    const held = await Promise.all(requests.map(({ to, turnId }) => this.#surroundings.isHeld(to, turnId)));
    return held.includes(true);
  }

  #cancel(request: SentRequest): void {
    this.#surroundings.cancel(request, 'whoever asked for it was cancelled').catch(() => undefined);
  }
}
