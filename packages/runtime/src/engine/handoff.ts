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

/** How many events of agents led to this one; none led to what comes from outside, whatever it says. */
export function hopsOf({ source, type, metadata }: AgentEvent): number {
  // The answer to work that was handed off goes on with its count.
  const isOurs = source.kind === 'agent' || type === 'tool.completed';
  const hops = isOurs ? metadata?.['hops'] : undefined;
  return typeof hops === 'number' ? hops : 0;
}

/** What stands with the handle of work that was handed off: to whom, and what its answer belongs to. */
export function aboutHandoff({ agent, instanceKey }: Address, event: AgentEvent): JsonObject {
  const { id, traceId, replyTo } = event;
  const correlationId = replyTo?.correlationId ?? id;
  const hops = hopsOf(event);
  return { target: agent, instanceKey, correlationId, hops, ...(traceId === undefined ? {} : { traceId }) };
}

/** What whoever handed the work off is told of how it went. */
export function handedBack({ status, output = null, error }: TurnOutcome): JsonValue {
  return status === 'completed'
    ? { status: 'ok', output }
    : { status: 'error', error: error ?? { code: status } };
}
