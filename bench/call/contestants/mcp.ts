import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { callContestant, type Contestant } from '../contestant.ts';
import { add, addName, holdsSum, invalidArguments, validArguments } from '../tool.ts';
import { addSchema } from './zod-schema.ts';

/** An MCP client calling an MCP server in the same process, by an in-memory transport. */
export async function mcp(): Promise<Contestant> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool(
    addName,
    { description: 'Adds two numbers', inputSchema: addSchema() },
    async (input) => {
      const output = await add(input);
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: { ...output } };
    },
  );
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return callContestant({
    name: 'MCP in memory',
    prepare: () => ({ name: addName, arguments: validArguments() }),
    call: async (parameters) => (await client.callTool(parameters)).structuredContent,
    answersRight: holdsSum,
    refusesWrong: () =>
      client.callTool({ name: addName, arguments: invalidArguments() }).then(
        (result) => result.isError === true,
        () => true,
      ),
    close: async () => {
      await client.close();
      await server.close();
    },
  });
}
