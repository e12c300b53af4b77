import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn mcp add NAME -- COMMAND…`, `--url URL` or `--import FILE`: declares MCP servers to the entry agent. */
export const mcpAdd: CommandDefinition = {
  name: 'add',
  summary: 'Declare an MCP server to the entry agent, or those of a file of another host',
  operands: [
    ['[name]', 'its key: the first part of the names of its tools'],
    ['[command...]', 'the program to start and what it is given, after --'],
  ],
  options: [
    { flags: '--url <url>', description: 'a server that runs already, instead of a command' },
    {
      flags: '--import <file>',
      description: 'the servers of a JSON file of Claude, Cursor (mcpServers) or VS Code (servers)',
    },
  ],
  examples: [
    'gdn mcp add files -- npx -y @modelcontextprotocol/server-filesystem .',
    'gdn mcp add issues --url https://mcp.example.com/mcp',
    'gdn mcp add --import .cursor/mcp.json --json',
  ],
  run: async (invocation) => {
    const { addServers } = await import('../../mcp/add-servers.ts');
    return addServers(invocation);
  },
};
