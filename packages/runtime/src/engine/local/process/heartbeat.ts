import type { BusyCalls } from './busy-calls.ts';
import type { ChildProcess } from './child-process.ts';

const beatMs = 250;
/** A process that has not answered for so long is blocked. */
const silenceMs = 1_000;
/** A process that blocks with no call to blame is given this long. */
const patienceMs = 60_000;

/** Asks a process again and again whether it lives, and ends it when a call blocks it past its limit or it takes too much memory. */
export class Heartbeat {
  readonly #child: ChildProcess;
  readonly #busy: BusyCalls;
  readonly #maxMemory: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #askedAt: number | undefined;
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
    const now = Date.now();
    const memory = this.#child.memory() ?? 0;
    if (memory > this.#maxMemory)
      return this.#child.kill(`it took ${Math.round(memory / 1_048_576)} MiB of memory`);
    if (this.#askedAt === undefined) return this.#ask(now);
    const silence = now - this.#askedAt;
    if (silence < silenceMs) return;
    if (this.#busy.isAnyLate(now)) {
      this.hasFoundBlocked = true;
      this.#child.kill('a call blocked it past its limit');
    } else if (silence > patienceMs) this.#child.kill(`it did not answer for ${patienceMs / 1000} s`);
  }

  #ask(now: number): void {
    this.#askedAt = now;
    this.#child.channel.call('ping', null).then(
      () => {
        this.#askedAt = undefined;
      },
      () => undefined,
    );
  }
}
