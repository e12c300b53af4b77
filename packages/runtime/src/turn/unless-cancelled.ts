/** How long middleware may take to come back once its turn is cancelled. */
const patienceMs = 1_000;

/**
 * What a chain of middleware comes to, unless its turn is cancelled and it does not come back: then it rejects with the reason, and nothing waits
 * for the chain any more.
 */
export function unlessCancelled<Result>(signal: AbortSignal, chain: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => {
      timer = setTimeout(() => reject(signal.reason), patienceMs);
    };
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    chain.finally(settle).then(resolve, reject);
  });
}
