/** The least a server of 2025-11-25 can be: one tool that says what it was told. */
import { createInterface } from 'node:readline';
import { isRecord, parseJson } from '@goondan/core';

const answer = (id: unknown, result: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = parseJson(line);
  const { id, method, params } = isRecord(message) ? message : {};
  if (method === 'initialize')
    answer(id, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'echo', version: '1' },
    });
  else if (method === 'tools/list')
    answer(id, {
      tools: [
        {
          name: 'echo',
          inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        },
      ],
    });
  else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: textIn(params) }] });
  else if (id !== undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not here' } })}\n`,
    );
}

function textIn(params: unknown): unknown {
  const args = isRecord(params) ? params['arguments'] : undefined;
  return isRecord(args) ? args['text'] : undefined;
}
