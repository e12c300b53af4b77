import { isRestatePromise, RestatePromise } from '@restatedev/restate-sdk/fetch';

/** What entries settle on. */
export interface EntryPumpOptions {
  /** False while entries of an earlier attempt are gone through again: only what stands in the journal may be waited for then. */
  readonly isLive: () => boolean;
  /** Makes the SDK look again at what it waits for: of several waits at once it takes only one. */
  readonly poke: () => void;
  /** Told before each wait. */
  readonly onWait: () => void;
}

/**
 * Lets what a turn waits for happen one after the other, in the order of the journal: each time one entry settles everything that follows from it is
 * issued before the next does. A turn that is taken up again therefore issues the same entries in the same order, however many of its calls run
 * side by side.
 */
export class EntryPump {
  readonly #options: EntryPumpOptions;
  readonly #pending = new Map<number, RestatePromise<Settled>>();
  /** Those that come from outside: by themselves nothing goes on. */
  readonly #signals = new Set<number>();
  #next = 0;
  #isRunning = false;
  #isStopped = false;
  #interrupt: (() => void) | undefined;

  constructor(options: EntryPumpOptions) {
    this.#options = options;
  }

  /** Waits for an entry in its place. */
  add<Value>(entry: Promise<Value>, { isSignal = false } = {}): Promise<Value> {
    if (!isRestatePromise(entry)) return entry;
    const id = this.#next;
    this.#next += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    promise.catch(() => undefined);
    const settled = entry.map((value, failure): Settled => ({
      id,
      settle: () => {
        if (failure !== undefined) reject(failure);
        else if (isValue<Value>(value)) resolve(value);
      },
    }));
    this.#pending.set(id, settled);
    if (isSignal) this.#signals.add(id);
    this.#wake();
    return promise;
  }

  /** Settles nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#interrupt?.();
  }

  #wake(): void {
    if (this.#interrupt !== undefined) this.#interrupt();
    else if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    for (;;) {
      // Everything that follows from what settled last is issued by then.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (!this.#mayWait()) break;
      this.#options.onWait();
      const settled = await this.#race();
      if (settled === undefined || this.#isStopped) continue;
      this.#pending.delete(settled.id);
      this.#signals.delete(settled.id);
      settled.settle();
    }
    this.#isRunning = false;
  }

  #mayWait(): boolean {
    if (this.#isStopped || this.#pending.size === 0) return false;
    return this.#pending.size > this.#signals.size || this.#options.isLive();
  }

  /** What settles first; nothing when another entry was issued meanwhile. */
  async #race(): Promise<Settled | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#interrupt = () => {
      this.#interrupt = undefined;
      resolve(undefined);
      this.#options.poke();
    };
    try {
      return await RestatePromise.race([...this.#pending.values(), RestatePromise.resolve(promise)]);
    } finally {
      this.#interrupt = undefined;
    }
  }
}

interface Settled {
  readonly id: number;
  settle(): void;
}

/** An entry without a failure has the value that its type says, which may be none. */
function isValue<Value>(_value: Value | undefined): _value is Value {
  return true;
}
