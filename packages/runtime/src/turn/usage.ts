import type { Usage } from '../telemetry/runtime-event.ts';

const tokenKinds = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
] as const;

/** No tokens at all. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

/** What two took together. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = { ...left };
  for (const kind of tokenKinds) {
    const used = right[kind];
    if (used !== undefined) sum[kind] = (sum[kind] ?? 0) + used;
  }
  return sum;
}
