import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn mcp approve SERVER [TOOL]`: takes the changed definitions of a server's tools. */
export const mcpApprove: CommandDefinition = {
  name: 'approve',
  summary: 'Approve what an MCP server now says of its tools, and show what has changed',
  operands: [
    ['<server>', 'its key in the config of Extension/mcp'],
    ['[tool]', 'this one alone (default: all that have changed)'],
  ],
  examples: ['gdn mcp approve files', 'gdn mcp approve files read_file --json'],
  run: async (invocation) => {
    const { approveServer } = await import('../../mcp/approve-server.ts');
    return approveServer(invocation);
  },
};
