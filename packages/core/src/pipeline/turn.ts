import type { AgentEvent } from '../event/agent-event.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { ConversationState, MessageEvent } from '../message/message-event.ts';
import type { ToolRuntime } from '../tool/runtime.ts';
import type { Middleware } from './compose.ts';
import type { Execute } from './execute.ts';
import type { Generate, TokenUsage } from './generate.ts';

/** How middleware talks to other agents. */
export type MiddlewareAgents = Pick<ToolRuntime, 'request' | 'send'>;

/** Runs a side effect of middleware once, also when the middleware runs again after a crash (PIPE-3). Within one layer the same name is the same effect. */
export type Once = <Value extends JsonValue>(
  name: string,
  effect: () => Value | Promise<Value>,
) => Promise<Value>;

/** What turn and step middleware have in common. */
export interface MiddlewareScope {
  readonly conversationState: ConversationState;
  /** Shared by all layers of this turn or step. */
  metadata: Record<string, JsonValue>;
  readonly agents: MiddlewareAgents;
  /** Changes the conversation; the change is part of what is recorded. */
  emitMessageEvent(event: MessageEvent): void;
  readonly once: Once;
  readonly generate: Generate;
  readonly execute: Execute;
}

/** What a turn came to. */
export interface TurnResult {
  readonly turnId: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly output?: JsonValue;
  readonly error?: { readonly code: string; readonly message: string };
  /** Tokens of the turn. */
  readonly usage?: TokenUsage;
}

/** What turn middleware sees. */
export interface TurnMiddlewareContext extends MiddlewareScope {
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly inputEvent: AgentEvent;
  next(): Promise<TurnResult>;
}

/** A layer around every turn. */
export type TurnMiddleware = Middleware<TurnMiddlewareContext, TurnResult>;
