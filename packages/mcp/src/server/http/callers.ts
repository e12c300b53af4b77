import { createHash, timingSafeEqual } from 'node:crypto';
import type { McpCaller } from '../caller.ts';

/** A caller and the token it shows. */
export interface TokenCaller {
  readonly token: string;
  readonly caller: McpCaller;
}

/** Finds out who shows a token; undefined for nobody. `resource` is the address it is shown at. */
export type FindCaller = (token: string, resource: string) => Promise<McpCaller | undefined>;

/** Knows callers by the tokens they were given. */
export function callersByToken(callers: readonly TokenCaller[]): FindCaller {
  const known = callers.map(({ token, caller }) => ({ digest: digestOf(token), caller }));
  return async (token) => {
    const shown = digestOf(token);
    // All of them are looked at: how long it takes tells nothing.
    return known.filter(({ digest }) => timingSafeEqual(digest, shown))[0]?.caller;
  };
}

/** The token of a request; undefined where there is none. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
