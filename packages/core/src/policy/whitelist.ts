import { parseToolName } from '../tool/name.ts';
import type { PolicyLayer } from './effective-policy.ts';

/** A list of the only tools that may run: full names or `resource__*` (POL-2). */
export interface Whitelist {
  readonly origin: string;
  readonly patterns: readonly string[];
  allows(toolName: string): boolean;
}

/** The whitelist a layer declares, if it does. */
export function whitelistOf(layer: PolicyLayer): Whitelist[] {
  const patterns = layer.policy.tools?.whitelist;
  return patterns === undefined ? [] : [createWhitelist(layer.origin, patterns)];
}

/** A list of the only tools that may run, and whose it is. */
export function createWhitelist(origin: string, patterns: readonly string[]): Whitelist {
  const names = new Set(patterns);
  const resources = new Set(
    patterns.filter((pattern) => pattern.endsWith('__*')).map((pattern) => pattern.slice(0, -3)),
  );
  return {
    origin,
    patterns,
    allows(toolName) {
      if (names.has(toolName)) return true;
      if (resources.size === 0) return false;
      const parts = parseToolName(toolName);
      return parts !== null && resources.has(parts.resourceName);
    },
  };
}

/** The first whitelist that keeps the tool from running, or undefined. */
export function blockingWhitelist(
  policy: {
    readonly features: { readonly tools_policy: boolean };
    readonly whitelists: readonly Whitelist[];
    readonly delegated: readonly Whitelist[];
  },
  toolName: string,
): Whitelist | undefined {
  const delegated = policy.delegated.find((whitelist) => !whitelist.allows(toolName));
  if (delegated !== undefined) return delegated;
  if (!policy.features.tools_policy) return undefined;
  return policy.whitelists.find((whitelist) => !whitelist.allows(toolName));
}
