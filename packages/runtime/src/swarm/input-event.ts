import type { AgentEvent, JsonValue, ToolCall } from '@goondan/core';
import { newTraceId } from '../telemetry/span-id.ts';
import { planType, revokeType, toolCallType } from '../engine/event-type.ts';

/** Where an event comes from and what it belongs to. */
export interface InputEventOptions {
  /** What brought it in, such as `cli`. */
  readonly source?: string;
  readonly instanceKey?: string;
  readonly traceId?: string;
}

/** An event that asks an agent something. */
export function inputEvent(input: JsonValue, options: InputEventOptions = {}): AgentEvent {
  return eventOf('user.input', input, options);
}

/** An event that asks for one tool call, without a model. */
export function toolCallEvent(
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
  options: InputEventOptions = {},
): AgentEvent {
  return eventOf(toolCallType, { name, args }, options);
}

/** An event that asks for a plan to be run, without a model. */
export function planEvent(plan: JsonValue, options: InputEventOptions = {}): AgentEvent {
  return eventOf(planType, plan, options);
}

/** An event that takes back what a person has allowed for good in the instance it goes to. */
export function revokeEvent(grant: string, options: InputEventOptions = {}): AgentEvent {
  return eventOf(revokeType, { grant }, options);
}

function eventOf(type: string, input: JsonValue, options: InputEventOptions): AgentEvent {
  const { source = 'library', instanceKey, traceId = newTraceId() } = options;
  return {
    id: crypto.randomUUID(),
    type,
    createdAt: new Date().toISOString(),
    input,
    source: { kind: 'connector', name: source },
    traceId,
    ...(instanceKey === undefined ? {} : { instanceKey }),
  };
}
