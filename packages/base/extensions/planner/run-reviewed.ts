import { runPlanStage, type ExtensionApi, type JsonValue, type StepMiddlewareContext } from '@goondan/core';

/** Runs a plan call by call, keeps its results as `toolResults`, and says to the model what came of it. */
export async function runReviewed(
  ctx: StepMiddlewareContext,
  { tools }: { readonly tools: JsonValue[] },
  features: ExtensionApi['features'],
): Promise<string> {
  const { skipped, reason, results } = await runPlanStage(
    { tools },
    {
      features,
      state: ctx.metadata,
      execute: ({ entry, args }) => ctx.execute(`entry ${entry.index + 1}`, { tool: entry.tool, args }),
    },
  );
  if (skipped) return `No tool was called: ${reason ?? 'the plan was empty'}.`;
  return `The tools were called as planned. The results, in the order of the plan:\n${JSON.stringify(results)}`;
}
