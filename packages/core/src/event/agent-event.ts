import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** What an agent is given to work on, from a person, a connector or another agent (COMM-1). */
export interface AgentEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly input?: JsonValue;
  readonly instanceKey?: string;
  readonly source: { readonly kind: 'agent' | 'connector'; readonly name: string };
  readonly auth?: JsonObject;
  readonly replyTo?: { readonly target: string; readonly correlationId: string };
  readonly traceId?: string;
  readonly metadata?: JsonObject;
}
