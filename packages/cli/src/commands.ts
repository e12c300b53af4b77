import type { CommandDefinition, CommandGroup } from './command/command-definition.ts';
import { agentList } from './commands/agent/list.ts';
import { answer } from './commands/answer.ts';
import { approve } from './commands/approve.ts';
import { cancel } from './commands/cancel.ts';
import { complete } from './commands/complete.ts';
import { completion } from './commands/completion.ts';
import { deny } from './commands/deny.ts';
import { devClusterCommand } from './commands/dev/cluster.ts';
import { docsSearch } from './commands/docs/search.ts';
import { docsShow } from './commands/docs/show.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { handleComplete } from './commands/handle/complete.ts';
import { handleList } from './commands/handle/list.ts';
import { handleShow } from './commands/handle/show.ts';
import { instanceDelete } from './commands/instance/delete.ts';
import { instanceList } from './commands/instance/list.ts';
import { instanceShow } from './commands/instance/show.ts';
import { init } from './commands/init.ts';
import { logs } from './commands/logs.ts';
import { mcpAdd } from './commands/mcp/add.ts';
import { mcpApprove } from './commands/mcp/approve.ts';
import { mcpList } from './commands/mcp/list.ts';
import { mcpServe } from './commands/mcp/serve.ts';
import { mcpTest } from './commands/mcp/test.ts';
import { planRun } from './commands/plan/run.ts';
import { planShow } from './commands/plan/show.ts';
import { planValidate } from './commands/plan/validate.ts';
import { policyExplain } from './commands/policy/explain.ts';
import { policyGrants } from './commands/policy/grants.ts';
import { policyRevoke } from './commands/policy/revoke.ts';
import { run } from './commands/run.ts';
import { schema } from './commands/schema.ts';
import { serve } from './commands/serve.ts';
import { toolCall } from './commands/tool/call.ts';
import { toolDescribe } from './commands/tool/describe.ts';
import { toolList } from './commands/tool/list.ts';
import { toolNew } from './commands/tool/new.ts';
import { trace } from './commands/trace.ts';
import { validate } from './commands/validate.ts';
import { worker } from './commands/worker.ts';

const tool: CommandGroup = {
  name: 'tool',
  summary: 'Look at tools and call them',
  examples: ['gdn tool list', "gdn tool call calculator__evaluate --arg expression='6*7'"],
  commands: [toolList, toolDescribe, toolCall, toolNew],
};

const plan: CommandGroup = {
  name: 'plan',
  summary: 'Run and check plans of tool calls',
  examples: ['gdn plan run plan.yaml', 'gdn plan show plan.yaml'],
  commands: [planRun, planShow, planValidate],
};

const policy: CommandGroup = {
  name: 'policy',
  summary: 'Look at what policy makes of calls, and take back what was allowed for good',
  examples: ['gdn policy explain bash__exec', 'gdn policy grants'],
  commands: [policyExplain, policyGrants, policyRevoke],
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

const mcp: CommandGroup = {
  name: 'mcp',
  summary: 'Use MCP servers, and be one',
  examples: ['gdn mcp list', 'gdn mcp test files', 'gdn mcp serve .'],
  commands: [mcpAdd, mcpList, mcpTest, mcpApprove, mcpServe],
};

const dev: CommandGroup = {
  name: 'dev',
  summary: 'Try on this machine what otherwise needs several',
  examples: ['gdn dev cluster .'],
  commands: [devClusterCommand],
};

const docs: CommandGroup = {
  name: 'docs',
  summary: 'Search and read the documents, offline',
  examples: ['gdn docs search timeout', 'gdn docs show guide/first-tool'],
  commands: [docsSearch, docsShow],
};

/** Every command, in the order the help shows them. */
export const commands: readonly (CommandDefinition | CommandGroup)[] = [
  init,
  run,
  serve,
  worker,
  dev,
  validate,
  tool,
  mcp,
  plan,
  policy,
  approve,
  deny,
  answer,
  cancel,
  trace,
  logs,
  agent,
  instance,
  handle,
  doctor,
  explain,
  docs,
  schema,
  completion,
  complete,
];
