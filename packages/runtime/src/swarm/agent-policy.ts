import type { EffectivePolicy, Environment } from '@goondan/core';
import { effectivePolicy } from '@goondan/core/basics';
import type { AgentDefinition } from './agent-definition.ts';

/** What the swarm's policy, the agent's own and the environment come to (POL-1). */
export function agentPolicy(
  { name, resource, swarmPolicy }: AgentDefinition,
  env: Environment,
): EffectivePolicy {
  const own = resource?.spec.policy;
  const layers = own === undefined ? [] : [{ origin: `agent ${name}`, policy: own }];
  return effectivePolicy([{ origin: 'swarm', policy: swarmPolicy }, ...layers], env);
}

/** What start-up says where whitelists are enforced and the environment has none (POL-2); undefined where there is nothing to say. */
export function missingWhitelist(
  definitions: readonly AgentDefinition[],
  env: Environment,
): string | undefined {
  const policies = definitions.map((definition) => agentPolicy(definition, env));
  const isMissing = policies.some(
    ({ features, whitelists }) =>
      features.tools_policy && whitelists.every(({ origin }) => origin !== 'TOOL_WHITELIST'),
  );
  if (!isMissing) return undefined;
  return 'tools_policy is on and TOOL_WHITELIST is not set or empty: the environment allows all tools (development). Whitelists of the bundle hold.';
}
