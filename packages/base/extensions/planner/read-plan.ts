import {
  compileSchema,
  inspectPlan,
  isRecord,
  joinFailures,
  parseJson,
  type JsonValue,
  type PlannedEntry,
  type ToolCatalogItem,
} from '@goondan/core';

/** What a plan is checked against. */
export interface PlanBounds {
  readonly offered: readonly ToolCatalogItem[];
  readonly maxEntries: number;
}

/** The entries of a plan that can be run, undefined for none, or what is wrong with it. */
export type PlanReading = { readonly tools: JsonValue[] | undefined } | { readonly problem: string };

/** Reads what a model wrote as a plan: JSON alone, whole in structure, only tools it was offered, arguments that fit. */
export function readPlan(text: string, { offered, maxEntries }: PlanBounds): PlanReading {
  const plan = parsed(text);
  if (plan === undefined) return { problem: 'it is not one JSON object {"tools": […]}.' };
  if (!isRecord(plan)) return { problem: 'it is not one JSON object {"tools": […]}.' };
  const { tools } = plan;
  if (tools === undefined || tools === null) return { tools: undefined };
  const { entries = [], problems } = inspectPlan(plan);
  const [first] = problems;
  if (first !== undefined) return { problem: problems.map(({ message }) => message).join(' ') };
  if (entries.length > maxEntries)
    return { problem: `it has ${entries.length} entries; at most ${maxEntries} are allowed.` };
  const wrong = entries.flatMap((entry) => mismatchOf(entry, offered) ?? []);
  if (wrong.length > 0) return { problem: wrong.join(' ') };
  return { tools: isList(tools) && tools.length > 0 ? tools : undefined };
}

/** Models like to put a fence around JSON, and nothing else is forgiven. */
function parsed(text: string): JsonValue | undefined {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1];
  try {
    return parseJson(fenced ?? text);
  } catch {
    return undefined;
  }
}

function mismatchOf(entry: PlannedEntry, offered: readonly ToolCatalogItem[]): string | undefined {
  const { index, tool, args, dependsOn } = entry;
  const item = offered.find(({ name }) => name === tool);
  if (item === undefined) return `Entry ${index + 1} names ${tool}, which is not one of the tools.`;
  // What an earlier result will be is not known yet; the executor looks again.
  if (item.parameters === undefined || dependsOn.length > 0) return undefined;
  const failures = compileSchema(item.parameters).failures(args);
  return failures.length === 0 ? undefined : `Entry ${index + 1} (${tool}): ${joinFailures(failures)}.`;
}

function isList(value: unknown): value is JsonValue[] {
  return Array.isArray(value);
}
