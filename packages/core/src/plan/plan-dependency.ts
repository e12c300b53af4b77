import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { withResults, valueAt } from './plan-reference.ts';
import type { PlanResult } from './plan-result.ts';
import type { PlannedEntry } from './plan.ts';

/** Why an entry cannot run. */
export interface DependencyFailure {
  readonly code: 'E_PLAN_DEPENDENCY';
  readonly message: string;
}

type Results = ReadonlyMap<number, PlanResult>;

/** Why an entry cannot run that waits for one that failed. */
export function failedDependency(entry: PlannedEntry, results: Results): DependencyFailure | undefined {
  const failed = entry.dependsOn
    .map((index) => results.get(index))
    .find((result) => result?.success !== true);
  if (failed === undefined) return undefined;
  return missing(
    `Not run: '${failed.id ?? failed.tool}' (${failed.tool}), which it depends on, failed: ${failed.error}`,
  );
}

/** The arguments of an entry with results in the place of references, or why one of them leads nowhere. */
export function entryArguments(
  entry: PlannedEntry,
  places: ReadonlyMap<string, number>,
  results: Results,
): { readonly args: JsonObject } | DependencyFailure {
  let lost: DependencyFailure | undefined;
  const args = withResults(entry.args, ({ from, path }) => {
    const found = valueAt(results.get(places.get(from) ?? -1)?.result ?? null, path);
    if (isThere(found)) return found;
    lost ??= missing(`Not run: the result of '${from}' has nothing at ${path}.`);
    return null;
  });
  return lost ?? { args };
}

function missing(message: string): DependencyFailure {
  return { code: 'E_PLAN_DEPENDENCY', message };
}

/** Results are JSON. */
function isThere(value: unknown): value is JsonValue {
  return value !== undefined;
}
