import type { AgentEvent, JsonObject, JsonValue } from '@goondan/core';
import type { Address } from './turn-context.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** The event with what its answer is to be given under (HAND-1). */
export function withHandle(event: AgentEvent, handle: string): AgentEvent {
  return { ...event, metadata: { ...event.metadata, handle } };
}

/** What the answer to an event is to be given under; none where nobody handed it off, whatever an event from outside says. */
export function handleOf({ source, metadata }: AgentEvent): string | undefined {
  const handle = source.kind === 'agent' ? metadata?.['handle'] : undefined;
  return typeof handle === 'string' ? handle : undefined;
}

/** What stands with the handle of work that was handed off: to whom, and what its answer belongs to. */
export function aboutHandoff(
  { agent, instanceKey }: Address,
  { id, traceId, replyTo }: AgentEvent,
): JsonObject {
  const correlationId = replyTo?.correlationId ?? id;
  return { target: agent, instanceKey, correlationId, ...(traceId === undefined ? {} : { traceId }) };
}

/** What whoever handed the work off is told of how it went. */
export function handedBack({ status, output = null, error }: TurnOutcome): JsonValue {
  return status === 'completed'
    ? { status: 'ok', output }
    : { status: 'error', error: error ?? { code: status } };
}
