import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn mcp test SERVER`: whether a server answers, and with what. */
export const mcpTest: CommandDefinition = {
  name: 'test',
  summary: 'Connect to an MCP server of the bundle and show what it offers',
  operands: [['<server>', 'its key in the config of Extension/mcp']],
  options: [
    {
      flags: '--login',
      description: 'wait for a login in a browser where the server wants one, also with no terminal',
    },
  ],
  examples: ['gdn mcp test files', 'gdn mcp test files --json'],
  run: async (invocation) => {
    const { testServer } = await import('../../mcp/test-server.ts');
    return testServer(invocation);
  },
};
