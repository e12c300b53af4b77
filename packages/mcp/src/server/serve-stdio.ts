import type { Readable, Writable } from 'node:stream';
import { owner, type McpCaller } from './caller.ts';
import type { McpServerInfo } from './create-mcp-server.ts';
import type { McpSource } from './source.ts';

/** How a source is served to the process at the other end of two streams. */
export interface ServeStdioOptions {
  readonly source: McpSource;
  readonly info: McpServerInfo;
  /** Whoever is at the other end. Default: the one this server belongs to. */
  readonly caller?: McpCaller;
  readonly input: Readable;
  /** Nothing else may be written to it. */
  readonly output: Writable;
  /** Told what is wrong with the connection or with what came over it. */
  readonly onError?: (error: Error) => void;
  /** The longest message that is read. Default 64 MiB. */
  readonly mostBytes?: number;
}

/** A server over two streams. */
export interface StdioServer {
  /** Resolves when the client has gone, or after `close`. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const defaultMostBytes = 64 * 1024 * 1024;

/** Serves one client over two streams, in the family of revisions it opens with. */
export async function serveMcpStdio(options: ServeStdioOptions): Promise<StdioServer> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('./create-mcp-server.ts');
  const { createStateCodec } = await import('./state-codec.ts');
  const { source, info, caller = owner, input, output, onError, mostBytes = defaultMostBytes } = options;
  const codec = createStateCodec();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The SDK takes the handlers of the transport it is given: one that also tells us has to be made so.
  class ToldTransport extends StdioServerTransport {
    override async close(): Promise<void> {
      await super.close();
      resolve();
    }
  }
  const handle = serveStdio(
    ({ era }) => createMcpServer({ source, info, caller, era, codec, isKept: true }),
    {
      transport: new ToldTransport(input, output, { maxBufferSize: mostBytes }),
      ...(onError === undefined ? {} : { onerror: onError }),
    },
  );
  return { closed, close: () => handle.close() };
}
