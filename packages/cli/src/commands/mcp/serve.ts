import type { CommandDefinition } from '../../command/command-definition.ts';

/** `gdn mcp serve [BUNDLE]`: the catalog and the agents of a bundle for any MCP client (MCP-2). */
export const mcpServe: CommandDefinition = {
  name: 'serve',
  summary: 'Offer the tools and agents of a bundle to any MCP client, over stdio or HTTP',
  operands: [
    ['[bundle]', 'the folder with goondan.yaml (default: the nearest upward; without one, the stock tools)'],
  ],
  options: [
    {
      flags: '--http <port>',
      description: 'over HTTP on 127.0.0.1 instead of stdio (0: any port that is free)',
    },
    { flags: '--agent <name>', description: 'the agent whose catalog is offered (default: the entry agent)' },
    { flags: '--workdir <dir>', description: 'the folder tools work in (default: one kept for each caller)' },
    {
      flags: '--allow <pattern>',
      description: 'only these tools: a name, or a beginning and *',
      isRepeatable: true,
    },
    {
      flags: '--task-after <seconds>',
      description: 'how long a call may take before a client that takes tasks gets one (default: 5)',
    },
    { flags: '--token <token>', description: 'HTTP: what you have to show (default: one made at random)' },
    {
      flags: '--callers <file>',
      description: 'HTTP: a file of further callers, each with a token and its tools',
    },
    {
      flags: '--issuer <url>',
      description: 'HTTP: an authorization server whose tokens are taken for callers of the file',
    },
  ],
  examples: [
    'gdn mcp serve .',
    'gdn mcp serve examples/hello --http 7080 --json',
    "gdn mcp serve . --allow 'calculator__*' --allow agent__hello",
  ],
  run: async (invocation) => {
    const { serveMcp } = await import('../../mcp/serve-mcp.ts');
    return serveMcp(invocation);
  },
};
