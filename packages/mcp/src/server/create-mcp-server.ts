import type { RequestStateCodec, Server, ServerCapabilities } from '@modelcontextprotocol/server';
import type { McpCaller } from './caller.ts';
import { handlePrompts } from './prompt-handlers.ts';
import { tasksExtension } from './request-context.ts';
import { handleResources } from './resource-handlers.ts';
import type { McpSource } from './source.ts';
import { TaskAnsweringServer } from './task-answering-server.ts';
import { handleTasks } from './task-handlers.ts';
import { handleTools } from './tool-handlers.ts';

/** What clients are told of a server. */
export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** How its tools are meant to be used, for the model to read. */
  readonly instructions?: string;
}

/** What a server is made of. */
export interface CreateMcpServerOptions {
  readonly source: McpSource;
  readonly info: McpServerInfo;
  readonly caller: McpCaller;
  readonly era: 'legacy' | 'modern';
  /** Signs what clients hand back. */
  readonly codec: RequestStateCodec;
  /** True for a server of a whole connection, which tells by itself that the tools have changed. */
  readonly isKept: boolean;
}

/** A server for one caller: of one connection, or of one request. It is connected by whoever made it. */
export function createMcpServer(options: CreateMcpServerOptions): Server {
  const { source, info, caller, era, codec, isKept } = options;
  const { instructions, ...implementation } = info;
  const server = new TaskAnsweringServer(implementation, {
    capabilities: capabilitiesOf(source, era),
    ...(instructions === undefined ? {} : { instructions }),
    requestState: { verify: (state, context) => codec.verify(state, context) },
  });
  const exchange = { server, era, caller };
  handleTools({ ...exchange, source, codec });
  if (source.tasks !== undefined) handleTasks({ ...exchange, tasks: source.tasks });
  if (source.resources !== undefined)
    server.whenClosed(handleResources({ ...exchange, resources: source.resources, codec }));
  if (source.prompts !== undefined) handlePrompts({ ...exchange, prompts: source.prompts, codec });
  const complete = source.complete?.bind(source);
  if (complete !== undefined)
    server.setRequestHandler('completion/complete', async ({ params }) => ({
      completion: await complete(params),
    }));
  if (source.onToolsChanged !== undefined && isKept)
    server.whenClosed(source.onToolsChanged(() => void server.sendToolListChanged().catch(() => undefined)));
  return server;
}

function capabilitiesOf(source: McpSource, era: 'legacy' | 'modern'): ServerCapabilities {
  const hasTasks = source.tasks !== undefined;
  return {
    tools: source.onToolsChanged === undefined ? {} : { listChanged: true },
    logging: {},
    ...(source.complete === undefined ? {} : { completions: {} }),
    ...(source.prompts === undefined ? {} : { prompts: {} }),
    ...(source.resources === undefined
      ? {}
      : { resources: source.resources.watch === undefined ? {} : { subscribe: true } }),
    ...(hasTasks && era === 'legacy'
      ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : {}),
    ...(hasTasks && era === 'modern' ? { extensions: { [tasksExtension]: {} } } : {}),
  };
}
