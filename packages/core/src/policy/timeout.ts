import type { ToolAnnotations } from '../resource/tool-resource.ts';

/**
 * How long a call of the tool may take (TIME-1): its own limit up to the policy's most, else the policy's.
 * A tool that orchestrates waits for others, so that the default meant for single deeds does not bind it.
 */
export function timeoutOf(
  policy: { readonly timeoutMs: number; readonly maxTimeoutMs: number },
  tool: { readonly timeoutMs: number | undefined; readonly annotations: ToolAnnotations },
): number {
  if (tool.timeoutMs !== undefined) return Math.min(tool.timeoutMs, policy.maxTimeoutMs);
  return tool.annotations.orchestrates === true ? Infinity : Math.min(policy.timeoutMs, policy.maxTimeoutMs);
}
