import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sse, type WireFormat, type WireReply, type WireTurn } from './wire-reply.ts';

/** A request as a fake provider got it. */
interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
}

/** A provider on the loopback that says what its script says. */
export interface WireServer {
  /** What goes into `spec.endpoint`. */
  readonly endpoint: string;
  readonly requests: readonly WireRequest[];
  /** Resolves when a client has hung up before its answer was complete. */
  readonly hungUp: Promise<void>;
  close(): Promise<void>;
}

/** Starts a fake provider that speaks `format`. */
export async function startWire(
  format: WireFormat,
  replies: readonly WireReply[],
  basePath: string,
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const hangUp = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) hangUp.resolve();
    });
    void readRequest(request).then((got) => {
      requests.push(got);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      return reply === undefined ? undefined : answer({ format, reply, got, response });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${isAddress(address) ? address.port : 0}${basePath}`,
    requests,
    hungUp: hangUp.promise,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly format: WireFormat;
  readonly reply: WireReply;
  readonly got: WireRequest;
  readonly response: ServerResponse;
}

async function answer({ format, reply, got, response }: Exchange): Promise<void> {
  if ('page' in reply) {
    response.writeHead(200, { 'content-type': reply.contentType }).end(reply.page);
    return;
  }
  if ('status' in reply) {
    const { status, message = 'refused', type = 'error', headers = {} } = reply;
    const body = reply.body ?? JSON.stringify(format.refusal(message, type));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    return;
  }
  if (!format.isStreamed(got.path, got.body)) {
    if (reply.end === 'silent') return;
    const whole = JSON.stringify(format.whole(reply));
    response.writeHead(200, { 'content-type': 'application/json' });
    if (reply.end === 'cut') {
      response.write(whole.slice(0, 10));
      response.destroy();
    } else response.end(reply.end === 'garbage' ? whole.slice(0, 10) : whole);
    return;
  }
  await stream(format, reply, response);
}

async function stream(format: WireFormat, turn: WireTurn, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const event of format.events(turn)) response.write(event);
  if (turn.error !== undefined) response.write(format.errorEvent(turn.error));
  switch (turn.end ?? 'complete') {
    case 'complete':
      if (turn.error === undefined) for (const event of format.endEvents(turn)) response.write(event);
      response.end();
      return;
    case 'garbage':
      response.end(sse('{"oops": '));
      return;
    case 'short':
      response.end();
      return;
    case 'cut':
      await turn.cutWhen;
      response.destroy();
      return;
    case 'silent':
  }
}

async function readRequest(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const body: unknown = JSON.parse(text);
  return { path: request.url ?? '', headers, text, body };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
