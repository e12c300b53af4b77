import type { CoreMessage } from '../message/message.ts';

/** Tokens that model calls took. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
}

/** What the agent's model is asked beside the conversation; it is shown no tools. */
export interface GenerateRequest {
  /** The system prompt of this question; the agent's own is not sent. */
  readonly instructions?: string;
  readonly messages: readonly CoreMessage[];
  readonly maxOutputTokens?: number;
}

/** What the model said, and what that took. */
export interface Generated {
  readonly text: string;
  readonly usage: TokenUsage;
}

/**
 * Asks the agent's own model once, also when the middleware runs again after a crash; what it takes counts into the turn's usage and
 * budget. Within one layer the same name is the same question. Rejects with `E_MODEL_*`, or `E_AGENT_BUDGET` where nothing is left.
 */
export type Generate = (name: string, request: GenerateRequest) => Promise<Generated>;
