/** A promise that never settles. */
export function never(): Promise<never> {
  return new Promise<never>(() => {});
}

/** Waits until `signal` aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Lets everything that is ready to run do so: what has not happened afterwards waits for something else. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
