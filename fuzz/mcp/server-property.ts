import { PassThrough } from 'node:stream';
import { isRecord, parseJson } from '@goondan/core';
import { serveMcpStdio, type McpSource } from '@goondan/mcp';
import * as fc from 'fast-check';
import { expect } from '../expect.ts';
import { fuzzProperty, type FuzzProperty } from '../property.ts';
import { changeLine } from './change-line.ts';
import { lineChange } from './random-message.ts';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const requests: readonly object[] = [
  { method: 'tools/list', params: {} },
  { method: 'tools/call', params: { name: 'echo', arguments: { text: 'a' } } },
  { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  { method: 'ping' },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  { method: 'tasks/get', params: { taskId: 'x' } },
  { method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
  { method: 'server/discover', params: { _meta: meta } },
  { method: 'tools/call', params: { name: 'echo', arguments: { text: 'a' }, _meta: meta } },
];
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
};
const step = fc.record({
  request: fc.constantFrom(...requests, initialize),
  change: fc.option(lineChange, { freq: 3 }),
});

/** A source of one tool, and whether it was ever called with what is no object. */
function echoSource(): { source: McpSource; wrong: unknown[] } {
  const wrong: unknown[] = [];
  return {
    wrong,
    source: {
      tools: async () => [{ name: 'echo', inputSchema: { type: 'object' } }],
      call: async ({ name, args }) => {
        if (name !== 'echo' || !isRecord(args)) wrong.push([name, args]);
        return { kind: 'result', result: { content: [{ type: 'text', text: JSON.stringify(args) }] } };
      },
    },
  };
}

/** MCP-2: whatever a client sends, the server goes on answering, with messages and nothing else. */
export function serverProperty(): FuzzProperty {
  return fuzzProperty({
    name: 'server',
    runs: { full: 3_000, short: 80 },
    cases: fc.record({ isPolite: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 8 }) }),
    async check({ isPolite, steps }) {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const { source, wrong } = echoSource();
      const answers = collectLines(output);
      const server = await serveMcpStdio({
        source,
        info: { name: 'fuzz', version: '1' },
        input,
        output,
        onError: () => {},
      });
      const write = (line: string): void => void input.write(`${line}\n`);
      if (isPolite) write(JSON.stringify({ jsonrpc: '2.0', id: 'first', ...initialize }));
      for (const [index, { request, change }] of steps.entries()) {
        const line = JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...request });
        for (const each of change === null ? [line] : changeLine(line, change)) write(each);
      }
      const isClosed = server.closed.then(() => true);
      write(JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' }));
      const isAnswered = answers.until((message) => message['id'] === 'last').then(() => false);
      expect(await Promise.race([isClosed, isAnswered]), false, 'the server has hung up');
      expect(wrong, [], 'calls of what there is not');
      await server.close();
    },
  });
}

/** The messages that come out; throws at what is none. */
function collectLines(output: PassThrough): {
  until(isIt: (message: Record<string, unknown>) => boolean): Promise<void>;
} {
  const found: Record<string, unknown>[] = [];
  let wake = Promise.withResolvers<void>();
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parseJson(line);
      if (!isRecord(message) || message['jsonrpc'] !== '2.0')
        wake.reject(new Error(`what is no message: ${line.slice(0, 200)}`));
      else found.push(message);
    }
    const { resolve } = wake;
    wake = Promise.withResolvers();
    resolve();
  });
  return {
    async until(isIt) {
      while (!found.some(isIt)) await wake.promise;
    },
  };
}
