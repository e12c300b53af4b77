import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  EventBus,
  extensionModuleOf,
  importModule,
  Pipeline,
  registerExtensions,
  ToolCatalog,
  ToolContextBuilder,
  ToolExecutor,
  ToolRegistry,
} from '@goondan/core';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** One way to call the tool of the echo server. */
export interface Contestant {
  readonly name: string;
  call(count: number): Promise<unknown>;
  close(): Promise<void>;
}

const server = { command: process.execPath, args: ['--no-install', join(import.meta.dir, 'echo-server.ts')] };

/** The SDK's own client and transport. */
export async function bareClient(): Promise<Contestant> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport(server));
  await client.listTools();
  return {
    name: 'bare SDK client',
    call: (count) => client.callTool({ name: 'echo', arguments: { text: `t${count}` } }),
    close: () => client.close(),
  };
}

/** The same server by Extension/mcp, through catalog and executor. */
export async function bridge(): Promise<Contestant> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-bench-'));
  const root = dirname(Bun.resolveSync('@goondan/mcp/package.json', import.meta.dir));
  const imported = await importModule(join(root, 'extensions/mcp/index.ts'));
  const module = imported.status === 'failed' ? undefined : extensionModuleOf(imported.exports);
  if (module === undefined) throw new Error('Extension/mcp cannot be imported.');
  const registry = new ToolRegistry();
  const pipeline = new Pipeline();
  const stops: (() => void | Promise<void>)[] = [];
  await registerExtensions([{ name: 'mcp', module, config: { servers: { echo: server } } }], {
    registry,
    pipeline,
    events: new EventBus(console),
    logger: console,
    stateFolder: folder,
    features: { mcp_tools: true, tools_policy: false },
    onStop: (stop) => void stops.push(stop),
  });
  const executor = new ToolExecutor(registry, { middleware: pipeline.toolCall });
  const catalog = new ToolCatalog(registry.items(), registry);
  const message = {
    id: 'm',
    data: { role: 'assistant' as const, content: 'bench' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant' as const, stepIndex: 0 },
  };
  const builder = new ToolContextBuilder({
    agentName: 'a',
    instanceKey: 'i',
    turnId: 't',
    workdir: folder,
    logger: console,
  });
  return {
    name: 'Extension/mcp and executor',
    call(count) {
      const id = `c${count}`;
      const call = { id, name: 'echo__echo', args: { text: `t${count}` } };
      return executor.execute(call, builder.build({ toolCallId: id, message }), { catalog });
    },
    async close() {
      for (const stop of stops) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
