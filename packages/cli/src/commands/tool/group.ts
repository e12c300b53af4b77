import type { CommandGroup } from '../../command/command-definition.ts';
import { toolCall } from './call.ts';
import { toolDescribe } from './describe.ts';
import { toolList } from './list.ts';
import { toolNew } from './new.ts';

/** `gdn tool`: tools, looked at and called. */
export const tool: CommandGroup = {
  name: 'tool',
  summary: 'Look at tools and call them',
  examples: ['gdn tool list', "gdn tool call calculator__evaluate --arg expression='6*7'"],
  commands: [toolList, toolDescribe, toolCall, toolNew],
};
