import type { CommandDefinition, CommandGroup } from './command/command-definition.ts';
import { agentList } from './commands/agent/list.ts';
import { answer } from './commands/answer.ts';
import { approve } from './commands/approve.ts';
import { cancel } from './commands/cancel.ts';
import { deny } from './commands/deny.ts';
import { explain } from './commands/explain.ts';
import { handleComplete } from './commands/handle/complete.ts';
import { handleList } from './commands/handle/list.ts';
import { handleShow } from './commands/handle/show.ts';
import { instanceDelete } from './commands/instance/delete.ts';
import { instanceList } from './commands/instance/list.ts';
import { instanceShow } from './commands/instance/show.ts';
import { logs } from './commands/logs.ts';
import { run } from './commands/run.ts';
import { serve } from './commands/serve.ts';
import { toolCall } from './commands/tool/call.ts';
import { toolList } from './commands/tool/list.ts';
import { trace } from './commands/trace.ts';
import { validate } from './commands/validate.ts';

const tool: CommandGroup = {
  name: 'tool',
  summary: 'Look at tools and call them',
  examples: ['gdn tool list', "gdn tool call calculator__evaluate --arg expression='6*7'"],
  commands: [toolList, toolCall],
};

const agent: CommandGroup = {
  name: 'agent',
  summary: 'Look at agents',
  examples: ['gdn agent list'],
  commands: [agentList],
};

const instance: CommandGroup = {
  name: 'instance',
  summary: 'Look at conversations and delete them',
  examples: ['gdn instance list', 'gdn instance show default'],
  commands: [instanceList, instanceShow, instanceDelete],
};

const handle: CommandGroup = {
  name: 'handle',
  summary: 'Look at calls that wait and give them their outcome',
  examples: ['gdn handle list', 'gdn handle complete job-77 --output \'{"v":9}\''],
  commands: [handleList, handleShow, handleComplete],
};

/** Every command, in the order the help shows them. */
export const commands: readonly (CommandDefinition | CommandGroup)[] = [
  run,
  serve,
  validate,
  tool,
  approve,
  deny,
  answer,
  cancel,
  trace,
  logs,
  agent,
  instance,
  handle,
  explain,
];
