import type { Swarm } from '@goondan/runtime';

/** What a live swarm is made of. */
export interface LiveSwarmOptions {
  /** Reads the bundle as it stands; rejects where it is not valid. */
  readonly open: () => Promise<Swarm>;
  /** Told once an edit is in force. */
  readonly onLive: () => void;
  /** Told why an edit is not taken; the last good version stays. */
  readonly onBroken: (error: unknown) => void;
}

/** A started swarm that can be changed for a newer version of itself between turns. */
export class LiveSwarm {
  readonly #options: LiveSwarmOptions;
  #current: Swarm;
  /** Read and good, but not in force yet. */
  #next: Swarm | undefined;
  #users = 0;
  #work: Promise<void> = Promise.resolve();

  private constructor(options: LiveSwarmOptions, first: Swarm) {
    this.#options = options;
    this.#current = first;
  }

  /** Opens and starts the first version; rejects where it is not valid. */
  static async open(options: LiveSwarmOptions): Promise<LiveSwarm> {
    const first = await options.open();
    const live = new LiveSwarm(options, first);
    try {
      await first.engine.start();
      return live;
    } catch (error) {
      await first.close();
      throw error;
    }
  }

  /** Runs something on the version in force; it stays in force until that has ended. */
  async use<Result>(run: (swarm: Swarm) => Promise<Result>): Promise<Result> {
    await this.#work;
    this.#users += 1;
    try {
      return await run(this.#current);
    } finally {
      this.#users -= 1;
      this.#changeOver();
    }
  }

  /** Reads the bundle again; a good version is in force as soon as nothing runs on the old one. */
  reload(): void {
    this.#enqueue(async () => {
      try {
        const next = await this.#options.open();
        await this.#next?.close();
        this.#next = next;
      } catch (error) {
        this.#options.onBroken(error);
      }
    });
    this.#changeOver();
  }

  /** Stops the version in force. */
  async close(): Promise<void> {
    await this.#work;
    await this.#next?.close();
    await this.#current.close();
  }

  #changeOver(): void {
    this.#enqueue(async () => {
      const next = this.#next;
      if (next === undefined || this.#users > 0) return;
      this.#next = undefined;
      await this.#current.close();
      this.#current = next;
      await next.engine.start();
      this.#options.onLive();
    });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#options.onBroken(error));
  }
}
