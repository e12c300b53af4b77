import type { JsonObject, JsonValue, ToolContext } from '@goondan/core';
import { fetchAllowed } from '../../network/fetch-allowed.ts';
import { systemNetwork, type Network } from '../../network/network.ts';
import { encodeBody } from './encode-body.ts';
import { mediaTypeOf } from './media-type.ts';
import { readResponse, type ShownAs } from './read-response.ts';
import { limits } from './schema.ts';
import { shownHeaders } from './shown-headers.ts';

/** One request as a model asks for it. */
export interface HttpCall {
  readonly method: string;
  readonly url: string;
  /** Strings by name, as the schema makes sure. */
  readonly headers?: JsonObject | undefined;
  readonly body?: JsonValue | undefined;
  readonly as?: ShownAs | undefined;
  readonly maxBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Makes one request and shows its answer; throws what the network refuses or cannot do. */
export async function callHttp(
  ctx: ToolContext,
  call: HttpCall,
  network: Network = systemNetwork,
): Promise<JsonObject> {
  const encoded = encodeBody(call.body);
  const response = await fetchAllowed(
    ctx,
    {
      url: call.url,
      method: call.method,
      headers: headersOf(ctx, call, encoded?.contentType),
      ...(encoded === undefined ? {} : { body: encoded.body }),
      maxBytes: call.maxBytes ?? limits.maxBytes.default,
      timeoutMs: call.timeoutMs ?? limits.timeoutMs.default,
    },
    network,
  );
  const mediaType = mediaTypeOf(response.headers['content-type']);
  const shown = await readResponse(response, mediaType, call.as ?? 'markdown');
  return {
    url: response.url,
    status: response.status,
    ok: response.status >= 200 && response.status < 300,
    headers: shownHeaders(response.headers),
    contentType: mediaType.type,
    ...shown,
    size: response.size,
    bytesRead: response.body.byteLength,
    truncated: response.truncated,
  };
}

function headersOf(
  ctx: ToolContext,
  { method, headers = {} }: HttpCall,
  contentType: string | undefined,
): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const added = Object.entries({
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(method === 'POST' || method === 'PATCH' ? { 'idempotency-key': ctx.idempotencyKey } : {}),
  });
  return Object.fromEntries([...given, ...added.filter(([name]) => !names.has(name))]);
}
