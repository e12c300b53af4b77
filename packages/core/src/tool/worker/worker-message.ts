import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import type { ToolContext } from '../context.ts';
import type { ToolError } from '../result.ts';

/** What crosses to a worker: the context without what only this thread can hold. */
export type WorkerContext = Omit<ToolContext, 'logger' | 'signal' | 'runtime'>;

/** From the host to its worker: run one handler. */
export interface WorkerRequest {
  readonly file: string;
  readonly exportName: string;
  readonly args: JsonObject;
  readonly context: WorkerContext;
}

/** The logger's methods that reach the host. */
export const logLevels = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** From a worker to its host: what the handler logs, then how it ended. */
export type WorkerReply =
  | { readonly type: 'log'; readonly level: (typeof logLevels)[number]; readonly text: string }
  | { readonly type: 'returned'; readonly value: JsonValue }
  | { readonly type: 'pending'; readonly handle: string | undefined }
  | { readonly type: 'notJson'; readonly path: string; readonly reason: string }
  | { readonly type: 'threw'; readonly error: ToolError };
