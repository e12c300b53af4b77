/** Time as models use it. Tests bring their own. */
export interface ModelClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever becomes of the time of day. Default: `now`. */
  elapsed?(): number;
  /** Runs `run` once in `ms` milliseconds; the function it returns calls that off. */
  after(ms: number, run: () => void): () => void;
}

/** The time of this machine. */
export const systemClock: ModelClock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits, or rejects at once with the reason of the signal. */
export function wait(ms: number, signal: AbortSignal, clock: ModelClock): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const onAbort = (): void => {
      callOff();
      reject(reasonOf(signal));
    };
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Why a signal aborted, as an error; what is none is wrapped. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('The model call was aborted.', { cause: reason });
}
