import type { BusyCalls } from './busy-calls.ts';
import type { ChildProcess } from './child-process.ts';

const beatMs = 250;
/** A process that has not answered for so many beats is blocked. Beats, not time: when we were held up ourselves its answer may lie here unread. */
const silentBeats = 4;
/** One that blocks with no call to blame is given this many. */
const patience = 240;
/** A line that does not end is kept by the system that reads it, out of our sight: when we grow by so much while a process is silent, it is that one. */
const mostGrowth = 128 * 1024 * 1024;

/** Asks a process again and again whether it lives, and ends it when a call blocks it past its limit or it takes too much memory. */
export class Heartbeat {
  readonly #child: ChildProcess;
  readonly #busy: BusyCalls;
  readonly #maxMemory: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #isAsking = false;
  #silence = 0;
  #memoryThen = 0;
  /** True when it was ended because a call blocked it. */
  hasFoundBlocked = false;

  constructor(child: ChildProcess, busy: BusyCalls, maxMemory: number) {
    this.#child = child;
    this.#busy = busy;
    this.#maxMemory = maxMemory;
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  /** Asks no more. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const memory = this.#child.memory() ?? 0;
    if (memory > this.#maxMemory)
      return this.#child.kill(`it took ${Math.round(memory / 1_048_576)} MiB of memory`);
    if (!this.#isAsking) return this.#ask();
    this.#silence += 1;
    if (this.#silence < silentBeats) return;
    if (this.#busy.isAnyLate()) {
      this.hasFoundBlocked = true;
      this.#child.kill('a call blocked it past its limit');
    } else if (process.memoryUsage.rss() - this.#memoryThen > mostGrowth)
      this.#child.kill('it says nothing, and we grow');
    else if (this.#silence > patience)
      this.#child.kill(`it did not answer for ${(patience * beatMs) / 1000} s`);
  }

  #ask(): void {
    this.#isAsking = true;
    this.#silence = 0;
    this.#memoryThen = process.memoryUsage.rss();
    void this.#answered();
  }

  async #answered(): Promise<void> {
    try {
      await this.#child.channel.call('ping', null);
      this.#isAsking = false;
    } catch {
      // It is gone; nobody asks any more.
    }
  }
}
