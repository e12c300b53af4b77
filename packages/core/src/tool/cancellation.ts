/** Something that ends early when its caller's signal aborts. */
export interface Cancellable {
  cancel(reason: unknown): void;
}

const runningBySignal = new WeakMap<AbortSignal, Set<Cancellable>>();

/**
 * Cancels `call` when `signal` aborts, at once if it has. One listener serves all calls of a signal, since a turn's
 * signal sees thousands of them and listeners are dear.
 */
export function followSignal(signal: AbortSignal, call: Cancellable): void {
  if (signal.aborted) {
    call.cancel(signal.reason);
    return;
  }
  let running = runningBySignal.get(signal);
  if (running === undefined) {
    running = listen(signal);
    runningBySignal.set(signal, running);
  }
  running.add(call);
}

/** Ends what `followSignal` began. */
export function unfollowSignal(signal: AbortSignal, call: Cancellable): void {
  runningBySignal.get(signal)?.delete(call);
}

function listen(signal: AbortSignal): Set<Cancellable> {
  const running = new Set<Cancellable>();
  const onAbort = (): void => {
    for (const call of running) call.cancel(signal.reason);
    running.clear();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return running;
}
