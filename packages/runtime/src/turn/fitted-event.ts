import { isRecord, type AgentEvent } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import { legalName } from './answer.ts';
import type { TurnState } from './turn-state.ts';

const completionSchema = shape.object({
  toolName: shape.string(),
  toolCallId: shape.string(),
  turnId: shape.string(),
  outcome: shape.json(),
});

/**
 * The event as the model is told of it: where the outcome of a call that ended later is too large, it goes to a file of the workspace, as
 * it would have at once (BIG-1). In the conversation it would stay for good.
 */
export async function fittedEvent({ context, agent, event, workdir }: TurnState): Promise<AgentEvent> {
  const { input } = event;
  const { data } = completionSchema.safeParse(event.type === 'tool.completed' ? input : undefined);
  if (data === undefined || !isRecord(input)) return event;
  const { toolName, toolCallId, turnId, outcome } = data;
  const text = typeof outcome === 'string' ? outcome : JSON.stringify(outcome);
  if (Buffer.byteLength(text) <= agent.policy.maxOutputBytes) return event;
  const call = { id: toolCallId, name: legalName(toolName), args: {} };
  const scope = { agentName: agent.name, instanceKey: context.self.instanceKey, turnId, workdir };
  const fitted = await context.step('input', shape.json(), () =>
    agent.executor.fitted(outcome, { call, scope }),
  );
  return { ...event, input: { ...input, outcome: fitted } };
}
