import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolCallResult } from '../tool/result.ts';
import type { Middleware } from './compose.ts';

/** What toolCall middleware sees of a call. */
export interface ToolCallMiddlewareContext {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly stepIndex: number;
  /** May be changed or replaced before `next()`; what results is validated again before the handler. */
  args: JsonObject;
  /** Shared by all layers of this call. */
  metadata: Record<string, JsonValue>;
  /** Runs the inner layers and the handler; at most once. */
  next(): Promise<ToolCallResult>;
}

/** A layer around every tool call. */
export type ToolCallMiddleware = Middleware<ToolCallMiddlewareContext, ToolCallResult>;
