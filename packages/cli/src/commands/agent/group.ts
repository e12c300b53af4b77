import type { CommandGroup } from '../../command/command-definition.ts';
import { agentList } from './list.ts';

/** `gdn agent`: agents. */
export const agent: CommandGroup = {
  name: 'agent',
  summary: 'Look at agents',
  examples: ['gdn agent list'],
  commands: [agentList],
};
