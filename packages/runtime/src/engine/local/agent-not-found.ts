import { GoondanError, nearest } from '@goondan/core/basics';

/** The error of a name that no agent has. */
export function agentNotFound(name: string, agents: readonly string[]): GoondanError {
  const near = nearest(name, agents);
  const suggestion = near === undefined ? `Agents: ${agents.join(', ')}.` : `Did you mean '${near}'?`;
  return new GoondanError('E_AGENT_NOT_FOUND', `There is no agent '${name}'.`, { suggestion });
}
