import type { AgentEvent } from '../event/agent-event.ts';
import type { Message } from '../message/message.ts';
import type { ToolCatalogItem } from '../tool/catalog-item.ts';
import type { ToolCall } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Middleware } from './compose.ts';
import type { TokenUsage } from './generate.ts';
import type { MiddlewareScope } from './turn.ts';

/** What a step came to. */
export interface StepResult {
  /** Without tool calls the turn is answered. */
  readonly toolCalls: readonly ToolCall[];
  readonly toolResults: readonly ToolResult[];
  readonly text: string;
  /** Tokens of the model call; none where a layer answered instead. */
  readonly usage?: TokenUsage;
}

/** What step middleware sees. */
export interface StepMiddlewareContext extends MiddlewareScope {
  readonly turn: {
    readonly id: string;
    readonly agentName: string;
    readonly instanceKey: string;
    readonly inputEvent: AgentEvent;
  };
  readonly stepIndex: number;
  /** What the model will be shown; may be changed or replaced before `next()`, for this step only (CAT-3). */
  toolCatalog: ToolCatalogItem[];
  /**
   * What the model will be sent: the conversation, unless a layer changes or replaces the list before `next()`. For this step only;
   * the conversation keeps what it has. What `emitMessageEvent` does to the conversation happens to this list too.
   */
  messages: Message[];
  next(): Promise<StepResult>;
}

/** A layer around every step. */
export type StepMiddleware = Middleware<StepMiddlewareContext, StepResult>;
