import { isRecord, type JsonValue } from '@goondan/core';
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { McpCaller } from './caller.ts';
import type { McpRequestContext } from './source.ts';

/** The name of the tasks extension of 2026-07-28. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** What the handlers of one connection, or of one request, share. */
export interface Exchange {
  readonly server: Server;
  /** The family of revisions: `legacy` up to 2025-11-25, `modern` from 2026-07-28. */
  readonly era: 'legacy' | 'modern';
  readonly caller: McpCaller;
}

/** What surrounds a request, as a source sees it. */
export function requestContext(exchange: Exchange, context: ServerContext): McpRequestContext {
  const { mcpReq } = context;
  const token = mcpReq._meta?.progressToken;
  const capabilities = clientCapabilities(exchange, context);
  return {
    caller: exchange.caller,
    signal: mcpReq.signal,
    progress: (update) => {
      if (token === undefined) return;
      const params = { progressToken: token, ...update };
      // Nobody is there any more: the call is about to be cancelled.
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    log: (level, data) => void mcpReq.log(level, data).catch(() => undefined),
    answers: mcpReq.inputResponses ?? {},
    state: mcpReq.requestState<JsonValue>(),
    canAsk: {
      elicitation: capabilities['elicitation'] !== undefined,
      sampling: capabilities['sampling'] !== undefined,
      roots: capabilities['roots'] !== undefined,
    },
  };
}

/** Whether the client has said that it takes tasks of 2026-07-28. */
export function takesTasks(exchange: Exchange, context: ServerContext): boolean {
  const { extensions } = clientCapabilities(exchange, context);
  return isRecord(extensions) && tasksExtension in extensions;
}

/** Said with each request in the modern family, and once in the other. */
function clientCapabilities({ server, era }: Exchange, context: ServerContext): Record<string, unknown> {
  if (era === 'legacy') return server.getClientCapabilities() ?? {};
  const envelope: unknown = context.mcpReq.envelope;
  const said = isRecord(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  return isRecord(said) ? said : {};
}
