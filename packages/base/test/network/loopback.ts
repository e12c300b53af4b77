import { createServer, type Server, type Socket } from 'node:net';

/** A server on loopback that counts who connects. */
export interface Loopback {
  readonly port: number;
  /** Connections accepted so far. */
  readonly accepted: () => number;
  /** Resolves when all connections of the server are closed. */
  readonly whenIdle: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Listens on a loopback address; `serve` gets each connection with its first bytes. */
export async function listen(
  serve: (socket: Socket, head: string) => void,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<Loopback> {
  const open = new Set<Socket>();
  let accepted = 0;
  let idle = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) idle.resolve();
    });
    socket.once('data', (bytes) => serve(socket, bytes.toString('latin1')));
  });
  await listening(server, host, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    accepted: () => accepted,
    whenIdle: async () => {
      if (open.size === 0) return;
      idle = Promise.withResolvers();
      await idle.promise;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** An HTTP response as it stands on the wire. */
export function response(status: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}
