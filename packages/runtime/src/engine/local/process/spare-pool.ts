import { ChildProcess, type ChildOptions } from './child-process.ts';

/** How long a process that was taken is given to begin its first turn. */
const refillAfterMs = 100;

/** Keeps a process at hand that has loaded its modules and waits to be told which agent it is. */
export class SparePool {
  readonly #options: ChildOptions;
  readonly #isKept: boolean;
  #spare: ChildProcess | undefined;
  #isClosed = false;
  #filling: ReturnType<typeof setTimeout> | undefined;

  /** `isKept` is false where one process is all that will be needed: it is started early, and not replaced. */
  constructor(options: ChildOptions, isKept: boolean) {
    this.#options = options;
    this.#isKept = isKept;
    this.#fill();
  }

  /** A process, ready or nearly so. */
  take(): ChildProcess {
    const taken = this.#spare ?? new ChildProcess(this.#options);
    this.#spare = undefined;
    if (this.#isKept)
      void taken.ready.then(
        () => this.#fillSoon(),
        () => this.#fillSoon(),
      );
    return taken;
  }

  /** Ends the spare; resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#filling);
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.kill('it is not needed any more');
    await spare?.ended;
  }

  /** Not before the taken one is at work: two that load at once are both slow. */
  #fillSoon(): void {
    clearTimeout(this.#filling);
    this.#filling = setTimeout(() => this.#fill(), refillAfterMs);
    this.#filling.unref();
  }

  #fill(): void {
    if (this.#isClosed || this.#spare !== undefined) return;
    const spare = this.#spawned();
    if (spare === undefined) return;
    this.#spare = spare;
    void this.#forgetWhenGone(spare);
  }

  async #forgetWhenGone(spare: ChildProcess): Promise<void> {
    await spare.ended;
    if (this.#spare === spare) this.#spare = undefined;
  }

  /** None where the system refuses: whoever needs one will be told why. */
  #spawned(): ChildProcess | undefined {
    try {
      return new ChildProcess(this.#options);
    } catch {
      return undefined;
    }
  }
}
