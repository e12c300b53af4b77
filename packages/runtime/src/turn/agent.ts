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
}
