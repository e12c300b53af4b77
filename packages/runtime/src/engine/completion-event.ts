import type { AgentEvent, HandleOwner, JsonObject, JsonValue } from '@goondan/core';
import type { Address } from './turn-context.ts';

const completionType = 'tool.completed';
const completionSource = 'handle';

/** A handle that was completed. */
export interface CompletedHandle {
  readonly handle: string;
  readonly owner: Omit<HandleOwner, 'idempotencyKey'>;
  readonly about: JsonObject;
  readonly outcome: JsonValue;
  readonly completedAt: string;
}

/** The event that brings an outcome to its instance; the same one however often it is made (PEND-2). */
export function completionEvent({ handle, owner, about, outcome, completedAt }: CompletedHandle): {
  readonly to: Address;
  readonly event: AgentEvent;
} {
  const { agentName, instanceKey, toolName, toolCallId, turnId } = owner;
  const { traceId, correlationId, hops } = about;
  return {
    to: { agent: agentName, instanceKey },
    event: {
      id: `handle/${handle}`,
      type: completionType,
      createdAt: completedAt,
      input: { handle, toolName, toolCallId, turnId, outcome },
      source: { kind: 'connector', name: completionSource },
      ...(typeof traceId === 'string' ? { traceId } : {}),
      ...(typeof correlationId === 'string'
        ? { metadata: { correlationId, ...(typeof hops === 'number' ? { hops } : {}) } }
        : {}),
    },
  };
}

/** True for an event as `completionEvent` makes it. */
export function isCompletion({ type, source }: AgentEvent): boolean {
  return type === completionType && source.kind === 'connector' && source.name === completionSource;
}
