interface Wait {
  readonly ms: number;
  readonly end: () => void;
}

/** A clock that stands still until the test moves it. */
export class TestClock {
  /** How long each wait so far was to take. */
  readonly waits: number[] = [];
  readonly #pending = new Set<Wait>();
  readonly #isInstant: boolean;
  #onWait: ((ms: number) => void) | undefined;
  #now = Date.parse('2026-01-01T00:00:00Z');

  /** With `isInstant` every wait is over at once. */
  constructor({ isInstant = false }: { readonly isInstant?: boolean } = {}) {
    this.#isInstant = isInstant;
  }

  readonly now = (): number => this.#now;

  readonly wait = (ms: number, signal?: AbortSignal): Promise<void> => {
    this.waits.push(ms);
    this.#onWait?.(ms);
    if (this.#isInstant || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wait: Wait = {
        ms,
        end: () => {
          this.#pending.delete(wait);
          resolve();
        },
      };
      this.#pending.add(wait);
      signal?.addEventListener('abort', wait.end, { once: true });
    });
  };

  /** How many wait. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Moves on, and ends the waits of whoever waits for no longer than that. */
  advance(ms: number): void {
    this.#now += ms;
    for (const wait of this.#pending) if (wait.ms <= ms) wait.end();
  }

  /** Is called when somebody begins to wait. */
  onWait(listener: (ms: number) => void): void {
    this.#onWait = listener;
  }
}
