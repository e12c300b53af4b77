import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';

/** How long a client may take to come back with answers. */
const ttlSeconds = 24 * 60 * 60;

/** Signs what clients hand back, for one process's life; another caller, or another method, cannot use it. */
export function createStateCodec(): RequestStateCodec {
  return createRequestStateCodec({
    key: new Uint8Array(randomBytes(32)),
    ttlSeconds,
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ''}`,
  });
}
