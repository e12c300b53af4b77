import type { JsonObject } from '../json/json-value.ts';
import { entryArguments, failedDependency } from './plan-dependency.ts';
import { failedEntry, resultOfCall, type ExecutedCall, type PlanResult } from './plan-result.ts';
import type { CheckedPlan, PlannedEntry } from './plan.ts';

/** An entry whose turn has come, with its references filled in. */
export interface ReadyCall {
  readonly entry: PlannedEntry;
  readonly args: JsonObject;
}

/** Runs one call to its end; a rejection ends the plan. */
export type PlanExecute = (call: ReadyCall) => Promise<ExecutedCall>;

/**
 * Runs the entries of a plan, each as soon as those it waits for have succeeded, and gives every one a result, in plan order. What fails
 * stops only what depends on it.
 */
export function runPlan(plan: CheckedPlan, execute: PlanExecute): Promise<PlanResult[]> {
  if (plan.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const results = new Map<number, PlanResult>();
    const places = new Map(plan.flatMap(({ id, index }) => (id === undefined ? [] : [[id, index] as const])));
    const waiting = plan.map(({ dependsOn }) => dependsOn.length);
    const dependents = dependentsOf(plan);
    const settle = (entry: PlannedEntry, result: PlanResult): void => {
      results.set(entry.index, result);
      if (results.size === plan.length) resolve(plan.flatMap(({ index }) => results.get(index) ?? []));
    };
    /** False where it failed at once. */
    const start = (entry: PlannedEntry): boolean => {
      const ready = failedDependency(entry, results) ?? entryArguments(entry, places, results);
      if ('code' in ready) {
        settle(entry, failedEntry(entry, ready));
        return false;
      }
      const begun = performance.now();
      const end = (call: ExecutedCall): void => {
        settle(entry, resultOfCall(entry, call, call.elapsedMs ?? performance.now() - begun));
        release(entry);
      };
      // Also what throws at once is a rejection.
      const run = async (): Promise<ExecutedCall> => execute({ entry, args: ready.args });
      run().then(end, reject);
      return true;
    };
    // A list and no recursion: a thousand entries may fail one after the other.
    const release = (ended: PlannedEntry): void => {
      const over = [ended];
      for (let entry = over.pop(); entry !== undefined; entry = over.pop()) {
        for (const next of dependents[entry.index] ?? []) {
          const left = (waiting[next.index] ?? 1) - 1;
          waiting[next.index] = left;
          if (left === 0 && !start(next)) over.push(next);
        }
      }
    };
    for (const entry of plan) if (entry.dependsOn.length === 0) start(entry);
  });
}

function dependentsOf(plan: CheckedPlan): PlannedEntry[][] {
  const dependents = plan.map((): PlannedEntry[] => []);
  for (const entry of plan) for (const other of entry.dependsOn) dependents[other]?.push(entry);
  return dependents;
}
