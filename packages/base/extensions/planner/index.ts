import { defineExtension, type StepMiddlewareContext } from '@goondan/core';
import { askForPlan } from './ask-for-plan.ts';
import { reviewPlan, reviewTool } from './review-plan.ts';
import { runReviewed } from './run-reviewed.ts';

const extensionName = 'planner';

/** Lets the model write a plan before it answers, and runs it. */
export const planner = defineExtension({
  name: extensionName,
  description:
    "Before the first step of a turn the agent's own model may write a plan of tool calls, limited to the tools of the step. The plan is checked, shown " +
    '(as a call of planner__review, which policy can hold for a person to approve, edit or deny), run side by side where it can be, and recorded call by ' +
    'call; the model then answers from the results. With no plan, a broken one or mcp_tools off, the turn goes its usual way.',
  config: {
    type: 'object',
    properties: {
      match: {
        type: 'string',
        minLength: 1,
        description: 'Plan only where the input fits this regular expression. Default: always.',
      },
      maxEntries: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 20,
        description: 'How many calls a plan may have.',
      },
      instructions: {
        type: 'string',
        minLength: 1,
        description: 'Told to the model beside the form of a plan: when to plan, what to prefer.',
      },
    },
    additionalProperties: false,
    examples: [{ match: 'compare|research', maxEntries: 8 }],
  },
  register(api, { match, maxEntries = 20, instructions }) {
    // PLAN-2: with the flag off there is nothing to plan for.
    if (!api.features.mcp_tools) return;
    const pattern = match === undefined ? undefined : new RegExp(match, 'u');
    api.tools.register(reviewTool.item, reviewTool.handler, reviewTool.options);

    api.pipeline.register('step', async (ctx) => {
      if (ctx.stepIndex === 0 && isMeant(ctx, pattern)) await planStep(ctx);
      // For the planner alone: the model need not see it.
      ctx.toolCatalog = ctx.toolCatalog.filter(({ name }) => name !== reviewTool.item.name);
      return ctx.next();
    });

    async function planStep(ctx: StepMiddlewareContext): Promise<void> {
      try {
        const plan = await askForPlan(ctx, { maxEntries, instructions, reviewName: reviewTool.item.name });
        if (plan === undefined) return;
        const reviewed = await reviewPlan(ctx, plan);
        const said = 'tools' in reviewed ? await runReviewed(ctx, reviewed, api.features) : reviewed.refusal;
        ctx.emitMessageEvent({
          type: 'append',
          message: {
            id: `${ctx.turn.id}/s${ctx.stepIndex}/plan`,
            data: { role: 'user', content: said },
            metadata: {},
            createdAt: new Date(ctx.turn.inputEvent.createdAt),
            source: { type: 'extension', extensionName },
          },
        });
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        api.logger.warn(`${extensionName}: went on without a plan: ${why}`);
      }
    }
  },
});

function isMeant({ turn, toolCatalog }: StepMiddlewareContext, pattern: RegExp | undefined): boolean {
  const { input } = turn.inputEvent;
  const isOffered = toolCatalog.some(({ name }) => name !== reviewTool.item.name);
  return (
    isOffered &&
    (pattern === undefined || pattern.test(typeof input === 'string' ? input : JSON.stringify(input)))
  );
}
