import type { JsonValue } from '../json/json-value.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { CallGate } from '../tool/call-gate.ts';
import type { ToolCatalog } from '../tool/catalog.ts';
import type { ToolCallScope } from '../tool/context.ts';
import type { ToolExecutor } from '../tool/executor.ts';
import { checkPlan } from './plan-problems.ts';
import type { PlanOutcome, PlanResult } from './plan-result.ts';
import { runPlan, type PlanExecute } from './run-plan.ts';

/** Where the results of a plan are kept for the stages that follow. */
export type PipelineState = Record<string, JsonValue>;

/** What the planned stage works with, whoever runs its calls. */
export interface PlanStageOptions {
  readonly execute: PlanExecute;
  readonly features: Pick<EffectivePolicy['features'], 'mcp_tools'>;
  /** Gets `toolResults`; a stage that is skipped leaves it as it is. */
  readonly state?: PipelineState;
}

/** What a plan is run with. */
export interface ExecutePlanOptions {
  readonly executor: ToolExecutor;
  /** What surrounds its calls. */
  readonly context: ToolCallScope;
  /** What may be called; without it the executor's registry is the scope. */
  readonly catalog?: ToolCatalog;
  /** Those of the executor's policy without it. `tools_policy` can be switched on here, never off. */
  readonly features?: Partial<EffectivePolicy['features']>;
  /** Cancels what runs; what has not begun is not started. */
  readonly signal?: AbortSignal;
  /** Gets `toolResults`. */
  readonly state?: PipelineState;
  /** The start of the calls' ids: two plans of one turn must differ in it. */
  readonly callId?: string;
}

/**
 * Runs the tools that a plan names, and no others, through the executor and its policy; whatever they do, each has a result (PLAN-1…3).
 * Throws `E_PLAN_*` only where the plan's structure is broken, and then nothing has run.
 */
export function executePlan(plan: unknown, options: ExecutePlanOptions): Promise<PlanOutcome> {
  const { context, catalog, signal, state, callId = 'plan' } = options;
  const executor = narrowed(options);
  const gate = new CallGate(executor.policy.concurrency);
  const execute: PlanExecute = async ({ entry, args }) => {
    const place = gate.reserve(executor.annotationsOf(entry.tool).sequential === true);
    try {
      await place.entered;
      const begun = performance.now();
      const result = await executor.execute(
        { id: `${callId}-${entry.index + 1}`, name: entry.tool, args },
        context,
        {
          ...(catalog === undefined ? {} : { catalog }),
          ...(signal === undefined ? {} : { signal }),
        },
      );
      return { ...result, elapsedMs: performance.now() - begun };
    } finally {
      place.leave();
    }
  };
  const features = { ...executor.policy.features, ...options.features };
  return runPlanStage(plan, { execute, features, ...(state === undefined ? {} : { state }) });
}

/** The planned stage of a pipeline: skipped with `mcp_tools` off or nothing in the plan, else run to its end (PLAN-2). */
export async function runPlanStage(plan: unknown, options: PlanStageOptions): Promise<PlanOutcome> {
  if (!options.features.mcp_tools) return skipped('mcp_tools is off');
  const entries = checkPlan(plan);
  if (entries.length === 0) return skipped('the plan names no tools');
  const results = await runPlan(entries, options.execute);
  if (options.state !== undefined) options.state['toolResults'] = results.map(asJson);
  return { skipped: false, results };
}

function skipped(reason: string): PlanOutcome {
  return { skipped: true, reason, results: [] };
}

function narrowed({ executor, features }: ExecutePlanOptions): ToolExecutor {
  const { policy } = executor;
  if (features?.tools_policy !== true || policy.features.tools_policy) return executor;
  return executor.withPolicy({ ...policy, features: { ...policy.features, tools_policy: true } });
}

function asJson({ ...result }: PlanResult): JsonValue {
  return result;
}
