import type { CommandDefinition, CommandGroup } from './command/command-definition.ts';
import { explain } from './commands/explain.ts';
import { run } from './commands/run.ts';
import { toolCall } from './commands/tool/call.ts';
import { toolList } from './commands/tool/list.ts';
import { validate } from './commands/validate.ts';

const tool: CommandGroup = {
  name: 'tool',
  summary: 'Look at tools and call them',
  examples: ['gdn tool list', "gdn tool call calculator__evaluate --arg expression='6*7'"],
  commands: [toolList, toolCall],
};

/** Every command, in the order the help shows them. */
export const commands: readonly (CommandDefinition | CommandGroup)[] = [run, validate, tool, explain];
