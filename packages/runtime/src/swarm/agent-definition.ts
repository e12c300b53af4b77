import type { Policy } from '@goondan/core';
import type { AgentResource } from '@goondan/core/bundle';
import { nameOf, type Resources } from './resources.ts';

/** An agent as the bundle declares it, with all defaults in. */
export interface AgentDefinition {
  readonly name: string;
  /** None in a bundle that has tools alone. */
  readonly resource: AgentResource | undefined;
  /** Names of the Tool resources its steps start from. */
  readonly tools: readonly string[];
  readonly swarmPolicy: Policy;
}

/** The agents of a bundle, the entry agent first. Where it declares none, one stands in that has every tool and no model. */
export function agentDefinitions(resources: Resources): AgentDefinition[] {
  const { swarm, agents } = resources;
  const swarmPolicy = swarm?.spec.policy ?? {};
  const names =
    swarm === undefined
      ? agents.map(({ metadata }) => metadata.name)
      : [swarm.spec.entryAgent, ...swarm.spec.agents].map((ref) => nameOf(ref, 'Agent'));
  const definitions = [...new Set(names)].flatMap((name) => {
    const resource = agents.find(({ metadata }) => metadata.name === name);
    if (resource === undefined) return [];
    const tools = (resource.spec.tools ?? []).map((ref) => nameOf(ref, 'Tool'));
    return [{ name, resource, tools, swarmPolicy }];
  });
  if (definitions.length > 0) return definitions;
  const own = resources.tools.map(({ metadata }) => metadata.name);
  const tools = resources.isEmpty ? resources.stockTools : own;
  return [{ name: 'tools', resource: undefined, tools, swarmPolicy }];
}
