const everyMs = 1_000;

/** What is watched. */
export interface ToolsWatchOptions {
  /** The tools as they are now; the same value while they are the same. */
  list(): Promise<readonly unknown[]>;
  /** Calls back after whatever may have changed them, until the function it returns is called. */
  observe(onEvent: () => void): () => void;
}

/** Says that a list of tools has changed to whoever listens: looks at it after each turn and every second, while somebody does. */
export class ToolsWatch {
  readonly #options: ToolsWatchOptions;
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined;
  #known: string | undefined;
  #items: readonly unknown[] | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ToolsWatchOptions) {
    this.#options = options;
  }

  /** Calls back when the tools have changed, until the function it returns is called. */
  listen(listener: () => void): () => void {
    // One function may listen for several.
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #start(): () => void {
    this.#look();
    const timer = setInterval(() => this.#look(), everyMs);
    timer.unref();
    const unobserve = this.#options.observe(() => this.#look());
    return () => {
      clearInterval(timer);
      unobserve();
      this.#known = undefined;
      this.#items = undefined;
    };
  }

  #look(): void {
    this.#looking = this.#looking.then(() => this.#compare()).catch(() => undefined);
  }

  async #compare(): Promise<void> {
    const items = await this.#options.list();
    if (items === this.#items || this.#stop === undefined) return;
    this.#items = items;
    const text = JSON.stringify(items);
    const isChanged = this.#known !== undefined && this.#known !== text;
    this.#known = text;
    if (isChanged) for (const listener of this.#listeners) listener();
  }
}
