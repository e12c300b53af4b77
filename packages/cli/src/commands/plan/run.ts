import type { PlanOutcome } from '@goondan/core';
import type { TurnOutcome } from '@goondan/runtime';
import type { CommandDefinition, CommandResult } from '../../command/command-definition.ts';
import { instanceKeyOf, instanceOptions } from '../../command/instance-options.ts';
import { exitCodes } from '../../exit-code.ts';
import { showProgress } from '../../output/progress.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { handlesFolderOf } from '../../place/handles-folder.ts';
import { openBundle } from '../../place/open-bundle.ts';
import { resumeCommand } from '../../place/resume-command.ts';
import { workdirOf } from '../../place/workdir.ts';
import { runEvent } from '../../turn/run-event.ts';
import { heldResult, interruptedResult } from '../../turn/unfinished-result.ts';

/** `gdn plan run FILE`: the tools a plan names, as one journaled turn without a model (PLAN-1…3). */
export const planRun: CommandDefinition = {
  name: 'run',
  summary: 'Run a plan: the tools it names, side by side where they can',
  operands: [['<file>', 'YAML or JSON, {tools: [name | {id, tool, args, after}, …]}; - for stdin']],
  options: instanceOptions,
  examples: ['gdn plan run plan.yaml', 'gdn plan run plan.yaml -C examples/planned --json'],
  run: async (invocation) => {
    const { operands, options, cwd, output } = invocation;
    const [file = ''] = operands;
    const { readPlan } = await import('../../plan/read-plan.ts');
    const { planJson } = await import('../../plan/plan-json.ts');
    const { checkPlan } = await import('@goondan/core');
    const plan = planJson(checkPlan((await readPlan(file, cwd)).plan));
    const submit = await workdirOf(invocation);
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    try {
      const { planEvent } = await import('@goondan/runtime/swarm');
      const agent = await agentNameOf(swarm, options.text('agent'));
      const instanceKey = instanceKeyOf(options);
      const stopProgress = showProgress(output, 'plan');
      const end = await runEvent({
        engine: swarm.engine,
        handles: handlesFolderOf(invocation),
        to: { agent, instanceKey },
        event: planEvent(plan, { instanceKey, source: 'cli' }),
        submit,
      }).finally(stopProgress);
      if (end.kind === 'held') return heldResult(end);
      if (end.kind === 'interrupted')
        return await interruptedResult([end.turnId], resumeCommand(invocation), output);
      return await planResult(end.outcome);
    } finally {
      await swarm.close();
    }
  },
};

async function planResult(outcome: TurnOutcome): Promise<CommandResult> {
  const { output, status } = outcome;
  if (status !== 'completed' || !isPlanOutcome(output)) {
    const { outcomeError } = await import('../../turn/outcome-error.ts');
    throw outcomeError(outcome);
  }
  const { outcomeText } = await import('../../plan/outcome-text.ts');
  return { exitCode: exitCodes.ok, json: output, text: outcomeText(output) };
}

/** What the turn of a plan gives is one. */
function isPlanOutcome(value: unknown): value is PlanOutcome {
  return typeof value === 'object' && value !== null && 'skipped' in value && 'results' in value;
}
