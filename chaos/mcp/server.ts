/** An MCP server over stdio that is to be killed: `server.ts LEDGER`. It writes down what it does before anything follows from it. */
import { isRecord } from '@goondan/core';
import { incomingMessages, write } from '../../packages/mcp/test/client/requests.ts';
import { Ledger } from '../ledger.ts';
import type { Served } from './evidence.ts';

const [, , path = ''] = process.argv;
const ledger = new Ledger(path);
const inputSchema = {
  type: 'object',
  properties: { token: { type: 'string' }, ms: { type: 'number' } },
  required: ['token', 'ms'],
};

note('serving', '-', '-');
for await (const { id, method, params } of incomingMessages()) {
  if (method === 'initialize')
    write({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'victim', version: '1' },
      },
    });
  else if (method === 'tools/list')
    write({
      id,
      result: {
        tools: [
          { name: 'act', inputSchema },
          { name: 'look', inputSchema, annotations: { readOnlyHint: true } },
        ],
      },
    });
  else if (method === 'tools/call' && isRecord(params['arguments']))
    void call(id, String(params['name']), params['arguments']);
  else if (id !== undefined) write({ id, error: { code: -32601, message: 'not here' } });
}

async function call(
  id: string | number | undefined,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const token = String(args['token']);
  const half = Number(args['ms']) / 2;
  note('start', tool, token);
  await Bun.sleep(half);
  note('effect', tool, token);
  await Bun.sleep(half);
  note('end', tool, token);
  write({ id, result: { content: [{ type: 'text', text: `did ${token}` }] } });
}

function note(kind: Served['kind'], tool: string, token: string): void {
  ledger.write({ kind, tool, token, pid: process.pid });
}
