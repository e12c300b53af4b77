import type { Swarm } from '@goondan/runtime';

/** The agent that `--agent` names, or the entry agent. Throws `E_AGENT_NOT_FOUND`. */
export async function agentNameOf(swarm: Swarm, given: string | undefined): Promise<string> {
  if (given === undefined || swarm.agents.includes(given)) return given ?? swarm.entryAgent;
  const { GoondanError, nearest } = await import('@goondan/core/basics');
  const near = nearest(given, swarm.agents);
  throw new GoondanError('E_AGENT_NOT_FOUND', `there is no agent '${given}'`, {
    suggestion: near === undefined ? `There are: ${swarm.agents.join(', ')}.` : `Did you mean '${near}'?`,
  });
}
