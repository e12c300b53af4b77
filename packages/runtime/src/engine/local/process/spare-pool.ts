import { ChildProcess, type ChildOptions } from './child-process.ts';

/** Keeps a process at hand that has loaded its modules and waits to be told which agent it is. */
export class SparePool {
  readonly #options: ChildOptions;
  readonly #isKept: boolean;
  #spare: ChildProcess | undefined;
  #isClosed = false;

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
    // After the taken one is ready: two that load at once are both slow.
    if (this.#isKept)
      void taken.ready.then(
        () => this.#fill(),
        () => this.#fill(),
      );
    return taken;
  }

  /** Ends the spare; resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.kill('it is not needed any more');
    await spare?.ended;
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
