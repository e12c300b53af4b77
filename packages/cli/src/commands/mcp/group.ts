import type { CommandGroup } from '../../command/command-definition.ts';
import { mcpAdd } from './add.ts';
import { mcpApprove } from './approve.ts';
import { mcpList } from './list.ts';
import { mcpServe } from './serve.ts';
import { mcpTest } from './test.ts';

/** `gdn mcp`: MCP servers. */
export const mcp: CommandGroup = {
  name: 'mcp',
  summary: 'Use MCP servers, and be one',
  examples: ['gdn mcp list', 'gdn mcp test files', 'gdn mcp serve .'],
  commands: [mcpAdd, mcpList, mcpTest, mcpApprove, mcpServe],
};
