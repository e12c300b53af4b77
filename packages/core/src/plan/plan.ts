import type { JsonObject } from '../json/json-value.ts';

/** One entry of a plan: a tool's name, or a call that others may wait for (PLAN-3). */
export type PlanEntry =
  | string
  | {
      /** What other entries refer to it by; unique in the plan. */
      readonly id?: string;
      readonly tool: string;
      /** Anywhere in it, `{"$from": id, "path"?: pointer}` stands for an earlier result and `{"$literal": value}` for a value as it is. */
      readonly args?: JsonObject;
      /** Ids of entries that must have succeeded first. */
      readonly after?: readonly string[];
    };

/** What to run: only these tools, each once (PLAN-1). */
export interface Plan {
  readonly tools: readonly PlanEntry[];
}

/** An entry of a plan whose structure is whole. */
export interface PlannedEntry {
  /** Its place in the plan, from 0. */
  readonly index: number;
  readonly id: string | undefined;
  readonly tool: string;
  readonly args: JsonObject;
  /** The places of the entries it waits for. */
  readonly dependsOn: readonly number[];
}

/** A plan that can be run to its end. */
export type CheckedPlan = readonly PlannedEntry[];

/** What a plan may be at the most. */
export const planLimits = { entries: 1000, idLength: 128 } as const;
