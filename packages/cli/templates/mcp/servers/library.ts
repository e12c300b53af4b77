import { createInterface } from 'node:readline';

/**
 * A whole MCP server in one file, with nothing installed: it reads requests from stdin and writes answers to stdout, one line of JSON each. Larger
 * ones are better written with the package @modelcontextprotocol/server. What is meant for people goes to stderr.
 */
const books = [
  { title: 'The Patient Heron', shelf: 'A3' },
  { title: 'Herons and Storks of Korea', shelf: 'A3' },
  { title: 'A Field Guide to Moss', shelf: 'B1' },
];

const tools = [
  {
    name: 'find',
    description: 'Find books by a word of their title',
    inputSchema: {
      type: 'object',
      properties: { word: { type: 'string', minLength: 1, description: 'Such as heron' } },
      required: ['word'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'shelf',
    description: 'List the books of a shelf',
    inputSchema: {
      type: 'object',
      properties: { shelf: { type: 'string', enum: ['A3', 'B1'] } },
      required: ['shelf'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
];

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = objectIn(JSON.parse(line));
  // What has no id wants no answer.
  if (id === undefined) continue;
  const answer = answerTo(String(method), objectIn(params));
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}

function answerTo(method: string, params: Record<string, unknown>): object {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'library', version: '1.0.0' },
        },
      };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call':
      return { result: call(String(params['name']), objectIn(params['arguments'])) };
    default:
      return { error: { code: -32_601, message: `there is no ${method} here` } };
  }
}

function call(name: string, args: Record<string, unknown>): object {
  const word = String(args['word']).toLowerCase();
  const found =
    name === 'find'
      ? books.filter(({ title }) => title.toLowerCase().includes(word))
      : books.filter(({ shelf }) => shelf === args['shelf']);
  // A failure of the tool is a result too: the model reads it.
  if (found.length === 0) return { ...said('there is no such book'), isError: true };
  return said(found.map(({ title, shelf }) => `${title} (${shelf})`).join(', '));
}

function said(text: string): object {
  return { content: [{ type: 'text', text }] };
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
