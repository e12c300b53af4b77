import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ApprovalRule } from '../resource/policy.ts';
import { parseToolName } from '../tool/name.ts';
import type { PolicyLayer } from './effective-policy.ts';

/** An approval rule that can say where it stands. */
export interface LabelledApproval {
  /** For a reader, such as `swarm approvals[0]`. */
  readonly label: string;
  readonly rule: ApprovalRule;
  matches(toolName: string, args: JsonObject): boolean;
}

/** The approval rules a layer declares. */
export function approvalsOf(layer: PolicyLayer): LabelledApproval[] {
  return (layer.policy.tools?.approvals ?? []).map((rule, index) => {
    const patterns = Object.entries(rule.args ?? {}).map(([name, source]) => ({
      name,
      pattern: new RegExp(source, 'u'),
    }));
    return {
      label: `${layer.origin} approvals[${index}]`,
      rule,
      matches: (toolName, args) =>
        matchesTool(rule.tool, toolName) &&
        patterns.every(({ name, pattern }) => Object.hasOwn(args, name) && pattern.test(asText(args[name]))),
    };
  });
}

/** What a person said about a held call. */
export type ApprovalDecision =
  | { readonly decision: 'approve'; readonly args?: JsonObject }
  | { readonly decision: 'deny'; readonly note?: string };

function matchesTool(pattern: string, toolName: string): boolean {
  if (pattern === '*' || pattern === toolName) return true;
  return pattern.endsWith('__*') && parseToolName(toolName)?.resourceName === pattern.slice(0, -3);
}

/** Patterns see strings as they are and everything else as JSON. */
function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
