import type { ToolRuntime } from '@goondan/core';

/** A timer counts no further than 24.8 days. */
const longestSliceMs = 20 * 86_400_000;

/**
 * Sleeps in as many slices as `totalMs` has, each for what `restMs` says is left. Their number depends on `totalMs`
 * alone, so that a turn taken up again finds each of them in its record.
 */
export async function sleepInSlices(
  runtime: Pick<ToolRuntime, 'sleep'>,
  totalMs: number,
  restMs: (leftMs: number) => number,
): Promise<void> {
  for (let left = totalMs; left > 0; left -= longestSliceMs) {
    await runtime.sleep(Math.max(0, Math.min(longestSliceMs, restMs(left))));
  }
}
