import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ApprovalRule } from '../resource/policy.ts';
import { parseToolName } from '../tool/name.ts';
import type { PolicyLayer } from './effective-policy.ts';

/** An approval rule that can say where it stands. */
export interface LabelledApproval {
  /** For a reader, such as `swarm approvals[0]`. */
  readonly label: string;
  /** Whose it is: `swarm`, `agent coder`, `extension approval`. */
  readonly origin: string;
  readonly rule: ApprovalRule;
  matches(toolName: string, args: JsonObject): boolean;
}

/** The approval rules a layer declares. */
export function approvalsOf(layer: PolicyLayer): LabelledApproval[] {
  return (layer.policy.tools?.approvals ?? []).map((rule, index) =>
    labelledApproval(rule, { origin: layer.origin, label: `${layer.origin} approvals[${index}]` }),
  );
}

/** A rule with where it stands. Throws where one of its patterns is no regular expression. */
export function labelledApproval(
  rule: ApprovalRule,
  { origin, label }: Pick<LabelledApproval, 'origin' | 'label'>,
): LabelledApproval {
  const matchesArguments = argumentPatterns(rule.args ?? {});
  return {
    label,
    origin,
    rule,
    matches: (toolName, args) => matchesTool(rule.tool, toolName) && matchesArguments(args),
  };
}

/** Whether arguments fit all of the regular expressions by name; one that is missing does not. Throws where one is none. */
export function argumentPatterns(sources: Readonly<Record<string, string>>): (args: JsonObject) => boolean {
  const patterns = Object.entries(sources).map(([name, source]) => ({
    name,
    pattern: new RegExp(source, 'u'),
  }));
  return (args) =>
    patterns.every(({ name, pattern }) => Object.hasOwn(args, name) && pattern.test(asText(args[name])));
}

/** What a person said about a held call. */
export type ApprovalDecision =
  | {
      readonly decision: 'approve';
      readonly args?: JsonObject;
      /** Not to be asked again: for these very arguments, or for any that fit the patterns. */
      readonly always?: true | Readonly<Record<string, string>>;
    }
  | { readonly decision: 'deny'; readonly note?: string };

/** Whether a pattern means the tool: `*`, `resource__*`, or its full name. */
export function matchesTool(pattern: string, toolName: string): boolean {
  if (pattern === '*' || pattern === toolName) return true;
  return pattern.endsWith('__*') && parseToolName(toolName)?.resourceName === pattern.slice(0, -3);
}

/** Patterns see strings as they are and everything else as JSON. */
function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
