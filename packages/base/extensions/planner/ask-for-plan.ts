import type { JsonValue, StepMiddlewareContext, ToolCatalogItem } from '@goondan/core';
import { transcriptOf } from '../transcript-of.ts';
import { planInstructions } from './plan-instructions.ts';
import { readPlan } from './read-plan.ts';

const longestPart = 4000;

/** What a plan is asked for with. */
export interface AskOptions {
  readonly maxEntries: number;
  readonly instructions: string | undefined;
  /** A tool that no plan may name. */
  readonly reviewName: string;
}

/** The plan the model writes, checked against the step's catalog; once it is told what was wrong. Undefined where it wants none; throws where it cannot. */
export async function askForPlan(
  ctx: StepMiddlewareContext,
  { maxEntries, instructions, reviewName }: AskOptions,
): Promise<JsonValue[] | undefined> {
  const offered: ToolCatalogItem[] = ctx.toolCatalog.filter(({ name }) => name !== reviewName);
  const told = planInstructions({ offered, maxEntries, instructions });
  const content = `Write the plan for the last request of this conversation.\n\n${transcriptOf(ctx.messages, longestPart)}`;
  const first = await ctx.generate('plan', { instructions: told, messages: [{ role: 'user', content }] });
  const read = readPlan(first.text, { offered, maxEntries });
  if (!('problem' in read)) return read.tools;
  const again = await ctx.generate('repair', {
    instructions: told,
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: first.text.trim() === '' ? '(nothing)' : first.text },
      {
        role: 'user',
        content: `This plan cannot be run: ${read.problem}\nAnswer with the corrected JSON alone.`,
      },
    ],
  });
  const repaired = readPlan(again.text, { offered, maxEntries });
  if ('problem' in repaired) throw new Error(`the model wrote no plan that can be run: ${repaired.problem}`);
  return repaired.tools;
}
