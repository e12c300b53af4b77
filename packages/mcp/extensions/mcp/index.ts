import { defineExtension } from '@goondan/core';
import { registerServers } from '../../src/client/register-servers.ts';
import { serverConfigSchema } from '../../src/client/server-config.ts';

/** Offers the tools of MCP servers. */
export const mcp = defineExtension({
  name: 'mcp',
  description:
    'Offers the tools of MCP servers, programs that it starts or addresses that it speaks to, as <key>__<tool>. Works while ' +
    'policy.tools.features.mcp_tools is on. What a server says of its tools is pinned when it is first seen; a tool whose definition changes ' +
    'is blocked until a person approves it. A server gets no variable of our environment that is not declared. A broken one costs only its own tools.',
  config: {
    type: 'object',
    properties: {
      servers: {
        type: 'object',
        description: 'The servers by key; the key is the first part of the names of their tools.',
        additionalProperties: serverConfigSchema,
      },
    },
    required: ['servers'],
    additionalProperties: false,
    examples: [
      {
        servers: {
          files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
          issues: { url: 'https://mcp.example.com/mcp', auth: { type: 'oauth' } },
        },
      },
    ],
  },
  register: (api, { servers }) => registerServers(api, servers),
});
