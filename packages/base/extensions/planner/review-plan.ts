import type {
  DynamicToolOptions,
  JsonValue,
  StepMiddlewareContext,
  ToolCatalogItem,
  ToolHandler,
} from '@goondan/core';

/** A plan that may be run, or what the model is told instead. */
export type Reviewed = { readonly tools: JsonValue[] } | { readonly refusal: string };

/** What a plan is shown by: it does nothing, and policy may hold it for a person like any other call. */
export const reviewTool: {
  readonly item: ToolCatalogItem;
  readonly handler: ToolHandler;
  readonly options: DynamicToolOptions;
} = {
  item: {
    name: 'planner__review',
    description:
      'Shows a plan before it is run. Hold it by an approval rule to have plans approved by a person.',
    parameters: {
      type: 'object',
      properties: { tools: { type: 'array', description: 'The entries of the plan.' } },
      required: ['tools'],
      additionalProperties: false,
    },
  },
  handler: (_context, { tools }) => ({ tools: tools ?? [] }),
  options: { annotations: { readOnly: true, idempotent: true } },
};

/** Shows a plan, and waits for a person where policy says so. Throws where it may not even be shown. */
export async function reviewPlan(ctx: StepMiddlewareContext, tools: JsonValue[]): Promise<Reviewed> {
  const { status, output, error } = await ctx.execute('review', {
    tool: reviewTool.item.name,
    args: { tools },
  });
  if (status === 'ok' && isReviewed(output)) return { tools: output.tools };
  if (error?.code === 'E_TOOL_DENIED')
    return { refusal: `The plan of tool calls for this request was not allowed to run: ${error.message}` };
  throw new Error(error?.message ?? 'the plan could not be shown');
}

function isReviewed(output: JsonValue | undefined): output is { tools: JsonValue[] } {
  return typeof output === 'object' && output !== null && 'tools' in output && Array.isArray(output['tools']);
}
