import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolAnnotations } from '../resource/tool-resource.ts';
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
  /** What the tool says of itself. */
  readonly annotations: ToolAnnotations;
  /** Aborts when the call is cancelled: a layer that waits gives up then. */
  readonly signal: AbortSignal;
  /** May be changed or replaced before `next()`; what results is validated again before the handler. */
  args: JsonObject;
  /** Shared by all layers of this call. */
  metadata: Record<string, JsonValue>;
  /** Runs the inner layers and the handler; at most once. */
  next(): Promise<ToolCallResult>;
  /**
   * Runs them once more, after `next()` has come back. Only for tools annotated `idempotent` or `readOnly`: any other may have taken
   * effect, and this rejects with `E_EXTENSION_RETRY`.
   */
  retry(): Promise<ToolCallResult>;
}

/** A layer around every tool call. */
export type ToolCallMiddleware = Middleware<ToolCallMiddlewareContext, ToolCallResult>;
