import type { EffectivePolicy, Pipeline, ToolExecutor, ToolRegistry } from '@goondan/core';
import type { AgentModel } from '../model/agent-model.ts';
import type { SecretMask } from '../secret/secret-mask.ts';

/** An agent as its process has loaded it: what its turns work with. */
export interface Agent {
  readonly name: string;
  readonly registry: ToolRegistry;
  readonly pipeline: Pipeline;
  readonly executor: ToolExecutor;
  readonly policy: EffectivePolicy;
  /** Names of the Tool resources in `spec.tools` (CAT-2). */
  readonly tools: readonly string[];
  readonly model: AgentModel;
  /** The system prompt. */
  readonly instructions?: string;
  readonly logger: Console;
  readonly mask: SecretMask;
  /** Ends what its extensions have started; nothing of the agent may run any more. */
  readonly stop?: () => Promise<void>;
  /** Told of a call whose handler is about to start, and when it has ended: whoever supervises the process can tell which one blocks it. */
  readonly watch?: (call: WatchedCall) => Promise<() => void>;
}

/** A call under way, by the entry that will hold its result. */
export interface WatchedCall {
  readonly turnId: string;
  readonly entry: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** How long it may take; null without a limit. */
  readonly timeoutMs: number | null;
}
