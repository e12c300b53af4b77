import type { CommandGroup } from '../../command/command-definition.ts';
import { planRun } from './run.ts';
import { planShow } from './show.ts';
import { planValidate } from './validate.ts';

/** `gdn plan`: plans of tool calls. */
export const plan: CommandGroup = {
  name: 'plan',
  summary: 'Run and check plans of tool calls',
  examples: ['gdn plan run plan.yaml', 'gdn plan show plan.yaml'],
  commands: [planRun, planShow, planValidate],
};
