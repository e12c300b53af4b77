import { delegatedPolicy, ToolCatalog, type CallExplanation, type JsonObject } from '@goondan/core';
import type { Agent } from './agent.ts';
import { stepItems } from './step-items.ts';

/** What policy makes of a call of the agent, in a turn that whitelists of a caller came with; nothing is run. */
export function explainCall(
  agent: Agent,
  call: { readonly name: string; readonly args?: JsonObject },
  whitelists: readonly (readonly string[])[],
): CallExplanation {
  const policy = delegatedPolicy(agent.policy, whitelists);
  const catalog = new ToolCatalog(stepItems({ ...agent, policy }), agent.registry);
  return agent.executor.withPolicy(policy).explain(call, { catalog });
}
