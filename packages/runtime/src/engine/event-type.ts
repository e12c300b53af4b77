import type { AgentEvent } from '@goondan/core';

/** The type of an event that asks for one tool call instead of a conversation. */
export const toolCallType = 'tool.call';

/** The type of an event that asks for a plan to be run instead of a conversation. */
export const planType = 'plan.run';

/** The type of an event that takes back what a person has allowed for good. */
export const revokeType = 'policy.revoke';

/** True for an event that goes on with the conversation; the others ask for calls alone, or for none. */
export function isConversation({ type }: AgentEvent): boolean {
  return type !== toolCallType && type !== planType && type !== revokeType;
}
