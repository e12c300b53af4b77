/** A server of one tool whose n-th line is changed on its way out, as the one argument says: `{"<n>": change}`. */
import { isRecord, parseJson } from '@goondan/core';
import { incomingMessages } from '../../packages/mcp/test/client/requests.ts';
import { changeLine } from './change-line.ts';
import type { LineChange } from './random-message.ts';

const plan = parseJson(process.argv[2] ?? '{}');
let count = 0;

function changeOf(line: number): LineChange | undefined {
  const change = isRecord(plan) ? plan[String(line)] : undefined;
  return isChange(change) ? change : undefined;
}

function isChange(value: unknown): value is LineChange {
  return isRecord(value) && typeof value['kind'] === 'string';
}

function write(message: object): void {
  const line = JSON.stringify({ jsonrpc: '2.0', ...message });
  const change = changeOf(count);
  count += 1;
  for (const each of change === undefined ? [line] : changeLine(line, change))
    process.stdout.write(`${each}\n`);
}

for await (const { id, method, params } of incomingMessages()) {
  if (method === 'initialize')
    write({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'hostile', version: '1' },
      },
    });
  else if (method === 'tools/list')
    write({
      id,
      result: {
        tools: [
          {
            name: 'echo',
            description: 'Says it again',
            inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
          },
        ],
      },
    });
  else if (method === 'tools/call')
    write({ id, result: { content: [{ type: 'text', text: JSON.stringify(params['arguments']) }] } });
  else if (id !== undefined) write({ id, error: { code: -32_601, message: 'not here' } });
}
