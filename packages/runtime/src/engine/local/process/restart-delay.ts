const immediate = 5;
const firstDelayMs = 1_000;
const longestDelayMs = 300_000;

/** How long to wait before the next start after so many crashes in a row: not at all at first, then 1 s doubling to 300 s. */
export function restartDelay(crashes: number): number {
  if (crashes <= immediate) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(crashes - immediate - 1, 20));
}
