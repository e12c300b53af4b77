import { isRecord, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import type { ToolContext } from '../context.ts';
import type { ToolError } from '../result.ts';

/** What crosses to a worker: the context without what only this thread can hold. */
type WorkerContext = Omit<ToolContext, 'logger' | 'signal' | 'runtime'>;

/** From the host to its worker: run one handler. */
export interface WorkerRequest {
  /** Carried by every reply to it. */
  readonly id: string;
  readonly file: string;
  readonly exportName: string;
  readonly args: JsonObject;
  readonly context: WorkerContext;
}

/** The logger's methods that reach the host. */
export const logLevels = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** What a worker tells its host: what the handler logs, then how it ended. */
export type WorkerReply =
  | { readonly type: 'log'; readonly level: (typeof logLevels)[number]; readonly text: string }
  | { readonly type: 'returned'; readonly value: JsonValue }
  | { readonly type: 'pending'; readonly handle: string | undefined }
  | { readonly type: 'asked'; readonly about: JsonObject; readonly state: JsonValue }
  | { readonly type: 'notJson'; readonly path: string; readonly reason: string }
  | { readonly type: 'threw'; readonly error: ToolError }
  /** Something threw where nobody could catch it; the thread ends. */
  | { readonly type: 'crashed'; readonly message: string };

/** From a worker to its host. */
export interface WorkerMessage {
  readonly id: string;
  readonly reply: WorkerReply;
}

/** True for a reply to that request: not for a late word of an earlier handler, nor for what a handler posts itself. */
export function isReplyTo(id: string, message: unknown): message is WorkerMessage {
  return isRecord(message) && message['id'] === id && isRecord(message['reply']);
}
