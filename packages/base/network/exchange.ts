import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GoondanError } from '@goondan/core/basics';

/** A request as it goes over one connection. */
export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array | undefined;
}

const maxHeaderSize = 65_536;
const maxInterimResponses = 10;

/** Sends one request over an open connection and waits for the head of its response. */
export function exchange(socket: Socket, { url, method, headers, body }: Exchange): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest({
    createConnection: () => socket,
    host: url.hostname,
    path: `${url.pathname}${url.search}`,
    method,
    maxHeaderSize,
    setHost: false,
    headers: {
      host: url.host,
      'user-agent': 'goondan',
      accept: '*/*',
      ...Object.fromEntries(headers),
      'accept-encoding': 'gzip, deflate, br, zstd',
      connection: 'close',
      ...(body === undefined ? {} : { 'content-length': body.byteLength }),
    },
  });
  const fail = (message: string): void => {
    reject(new GoondanError('E_NETWORK_BAD_RESPONSE', message));
    request.destroy();
  };
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > maxInterimResponses) fail(`${url.host} sent too many interim responses.`);
  });
  request.on('upgrade', () => fail(`${url.host} changed to another protocol.`));
  let response: IncomingMessage | undefined;
  request.on('response', (incoming) => {
    response = incoming;
    resolve(incoming);
  });
  request.on('error', (error) => {
    reject(error);
    // What breaks the body is told here, and to its reader only that it broke.
    response?.destroy(error);
  });
  socket.once('close', () =>
    reject(new GoondanError('E_NETWORK_CONNECTION', `${url.host} closed the connection without an answer.`)),
  );
  request.end(body);
  return promise;
}
