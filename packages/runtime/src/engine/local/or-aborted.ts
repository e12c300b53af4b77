/** The promise, or the reason of the cancellation that comes first. */
export function orAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  if (signal.aborted) return Promise.reject(asError(signal.reason));
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(asError(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
