import { reasonOf, type ModelClock } from './clock.ts';

/** What ends an attempt early: the caller's signal, or silence for too long. */
export interface AttemptLimit {
  /** Given to the provider: aborts when the attempt is over, for whichever reason. */
  readonly signal: AbortSignal;
  /** True once the model was silent for too long. */
  readonly isTimedOut: boolean;
  /** Waits for `work`, or rejects as soon as the attempt is over; what comes after that goes to `discard`. */
  within<Value>(work: PromiseLike<Value>, discard?: (late: Value) => void): Promise<Value>;
  /** Something came: the silence starts anew. */
  heard(): void;
  /** Nothing more is needed: ends the attempt unless it ends by itself within `ms`. */
  expectEnd(ms: number): void;
  dispose(): void;
}

interface AttemptLimitOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly clock: ModelClock;
}

/** Begins to watch an attempt; `dispose` leaves neither timer nor listener behind. */
export function limitAttempt({ signal, timeoutMs, clock }: AttemptLimitOptions): AttemptLimit {
  const controller = new AbortController();
  let interrupt: ((reason: Error) => void) | undefined;
  let ended: Error | undefined;
  let isTimedOut = false;
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  let heardAt = elapsed();

  const end = (reason: Error): void => {
    if (ended !== undefined) return;
    ended = reason;
    controller.abort(reason);
    interrupt?.(reason);
  };
  const onAbort = (): void => end(reasonOf(signal));
  // One timer looks back at what was heard: arming one for each piece of a stream would cost more than the piece.
  const onTimer = (): void => {
    const left = heardAt + timeoutMs - elapsed();
    if (left > 0) {
      callOff = clock.after(Math.min(left, timeoutMs), onTimer);
      return;
    }
    isTimedOut = true;
    end(new Error('The model was silent for too long.'));
  };
  let callOff = clock.after(timeoutMs, onTimer);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  return {
    signal: controller.signal,
    get isTimedOut() {
      return isTimedOut;
    },
    within<Value>(work: PromiseLike<Value>, discard?: (late: Value) => void) {
      return new Promise<Value>((resolve, reject) => {
        if (ended !== undefined) reject(ended);
        interrupt = reject;
        const settle = (value: Value): void => {
          if (ended === undefined) resolve(value);
          else discard?.(value);
        };
        work.then(settle, reject);
      });
    },
    heard() {
      heardAt = elapsed();
    },
    expectEnd(ms) {
      callOff();
      callOff = clock.after(ms, () => end(new Error('The stream was left open after its end.')));
    },
    dispose() {
      callOff();
      interrupt = undefined;
      signal.removeEventListener('abort', onAbort);
    },
  };
}
