import { GoondanError } from '@goondan/core';
import type { TurnState } from './turn-state.ts';

/** Throws where the policy allows the turn no further step. */
export function checkLimits(turn: TurnState): void {
  const { steps, agent } = turn;
  const { maxStepsPerTurn } = agent.policy;
  if (steps >= maxStepsPerTurn) {
    const message = `The turn took ${steps} steps, as many as policy.maxStepsPerTurn allows, and was not done.`;
    throw new GoondanError('E_AGENT_STEP_LIMIT', message);
  }
  checkBudget(turn);
}

/** Throws where the policy allows the turn no further tokens. */
export function checkBudget({ usage, agent }: TurnState): void {
  const { maxTokens } = agent.policy;
  if (maxTokens === undefined || usage.totalTokens < maxTokens) return;
  const message = `The turn took ${usage.totalTokens} tokens of the ${maxTokens} that policy.budget.maxTokens allows.`;
  throw new GoondanError('E_AGENT_BUDGET', message);
}
