import type { ModelFailure } from './model-failure.ts';

const firstWaitMs = 1000;
const longestBackOffMs = 30_000;
/** A provider that asks for more is not waited for: whoever asked should know rather than hang. */
export const longestWaitMs = 60_000;

/** How long to wait after the `attempt`-th failure: as the provider asks, else twice as long each time, spread by `random`. */
export function retryWaitMs(failure: ModelFailure, attempt: number, random: () => number): number {
  if (failure.retryAfterMs !== undefined && failure.retryAfterMs > 0) return failure.retryAfterMs;
  const backOff = Math.min(firstWaitMs * 2 ** (attempt - 1), longestBackOffMs);
  return Math.round(backOff * (0.5 + random() / 2));
}
