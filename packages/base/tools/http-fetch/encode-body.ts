import type { JsonValue } from '@goondan/core';

/** A request body as it is sent, and the type it has unless the caller names one. */
export interface EncodedBody {
  readonly body: string;
  readonly contentType: string;
}

/** Writes what a model gave as body: a text as it is, anything else as JSON; nothing for nothing. */
export function encodeBody(body: JsonValue | undefined): EncodedBody | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string'
    ? { body, contentType: 'text/plain; charset=utf-8' }
    : { body: JSON.stringify(body), contentType: 'application/json' };
}
