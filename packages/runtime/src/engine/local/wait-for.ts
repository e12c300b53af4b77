/** Resolves after a while, or at once when the signal aborts. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    // Longer than a timer can count: it wakes early and whoever waits looks at the clock again.
    const timer = setTimeout(finish, Math.min(ms, 2_147_483_647));
    signal?.addEventListener('abort', finish, { once: true });
    if (signal?.aborted === true) finish();
  });
}

/** Waits for a promise, but not longer than that; leaves no timer behind. */
export async function waitAtMost(
  ms: number,
  promise: Promise<unknown>,
  wait: typeof waitFor = waitFor,
): Promise<void> {
  const done = new AbortController();
  await Promise.race([promise, wait(ms, done.signal)]).finally(() => done.abort());
}
