import { WaitingLine, type Waiter } from './waiting-line.ts';

/** The time, and something to happen later; given so that it can be told in tests. */
export interface LimiterClock {
  /** Milliseconds, from any start. */
  now(): number;
  /** Runs something after so long, unless the function it returns is called before. */
  after(ms: number, run: () => void): () => void;
}

/** So many starts in an interval. */
export interface Rate {
  readonly calls: number;
  readonly perMs: number;
}

/** Who wants to start. */
export interface Applicant {
  /** Those of one key wait in line; keys take turns. */
  readonly key: string;
  /** How long it may wait; 0 for not at all. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

/** What came of an application; `giveBack` is for whoever does not start after all. */
export type Admission =
  | { readonly isAdmitted: true; readonly giveBack: () => void }
  | { readonly isAdmitted: false; readonly freeInMs: number };

/** The clock of the machine. */
const machineClock: LimiterClock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Lets at most so many start in any interval of that length; the others wait, fairly, or are sent away. */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #clock: LimiterClock;
  readonly #line = new WaitingLine();
  /** When the last ones started, the oldest first. */
  #starts: number[] = [];
  #stopTimer: (() => void) | undefined;

  constructor(rate: Rate, clock: LimiterClock = machineClock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** True when nothing of the past bears on the next start. */
  get isIdle(): boolean {
    return this.#line.isEmpty && this.#recent().length === 0;
  }

  /** Waits for a place. Rejects with the signal's reason when it aborts. */
  admit({ key, maxWaitMs, signal }: Applicant): Promise<Admission> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const freeInMs = this.#freeInMs();
    if (freeInMs === 0 && this.#line.isEmpty) return Promise.resolve(this.#start());
    if (maxWaitMs === 0) return Promise.resolve({ isAdmitted: false, freeInMs });
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        stopWaiting();
        signal.removeEventListener('abort', abort);
        this.#line.remove(waiter);
      };
      const waiter: Waiter = {
        key,
        admit: () => {
          leave();
          resolve(this.#start());
        },
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const stopWaiting = this.#clock.after(maxWaitMs, () => {
        leave();
        resolve({ isAdmitted: false, freeInMs: this.#freeInMs() });
      });
      signal.addEventListener('abort', abort, { once: true });
      this.#line.add(waiter);
      this.#watch();
    });
  }

  #start(): Admission {
    const at = this.#clock.now();
    this.#starts.push(at);
    const giveBack = (): void => {
      const index = this.#starts.indexOf(at);
      if (index >= 0) this.#starts.splice(index, 1);
      this.#serve();
    };
    return { isAdmitted: true, giveBack };
  }

  #serve(): void {
    while (this.#freeInMs() === 0) {
      const next = this.#line.next();
      if (next === undefined) break;
      next.admit();
    }
    this.#watch();
  }

  #watch(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#line.isEmpty) return;
    this.#stopTimer = this.#clock.after(this.#freeInMs(), () => this.#serve());
  }

  #freeInMs(): number {
    const recent = this.#recent();
    const oldest = recent[recent.length - this.#rate.calls];
    return oldest === undefined ? 0 : Math.max(0, Math.ceil(oldest + this.#rate.perMs - this.#clock.now()));
  }

  #recent(): readonly number[] {
    const since = this.#clock.now() - this.#rate.perMs;
    if ((this.#starts[0] ?? Infinity) <= since) this.#starts = this.#starts.filter((at) => at > since);
    return this.#starts;
  }
}
