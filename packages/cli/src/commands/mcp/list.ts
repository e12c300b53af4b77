import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn mcp list`: the MCP servers of the bundle's agents, and how their tools are pinned. */
export const mcpList: CommandDefinition = {
  name: 'list',
  summary: 'List the MCP servers of the bundle and how their tools are pinned; none is started',
  examples: ['gdn mcp list', 'gdn mcp list --json'],
  run: async (invocation) => {
    const { listServers } = await import('../../mcp/list-servers.ts');
    return listServers(invocation);
  },
};
