import type { CheckedPlan } from '@goondan/core';

/** For each entry how many others, one after the other, come before it: those of one number can run side by side. */
export function planWaves(plan: CheckedPlan): number[] {
  const waves = new Map<number, number>();
  // No recursion: a plan may be a thousand entries deep. Each round settles one more wave.
  while (waves.size < plan.length) {
    for (const { index, dependsOn } of plan) {
      const before = dependsOn.map((other) => waves.get(other));
      if (waves.has(index) || before.includes(undefined)) continue;
      waves.set(index, Math.max(-1, ...before.map((wave) => wave ?? 0)) + 1);
    }
  }
  return plan.map(({ index }) => waves.get(index) ?? 0);
}
