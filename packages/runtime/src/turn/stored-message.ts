import type { CoreMessage, JsonValue, Message, MessageEvent } from '@goondan/core';
import { GoondanError, isRecord } from '@goondan/core/basics';
import * as shape from '../shape/shape.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import { messageProblem } from './message-problem.ts';

const sourceSchema = shape.union([
  shape.object({ type: shape.oneOf('user') }),
  shape.object({ type: shape.oneOf('assistant'), stepIndex: shape.number() }),
  shape.object({ type: shape.oneOf('tool'), toolCallId: shape.string(), toolName: shape.string() }),
  shape.object({ type: shape.oneOf('system') }),
  shape.object({ type: shape.oneOf('extension'), extensionName: shape.string() }),
]);

const storedMessageSchema = shape.object({
  id: shape.string(),
  // What was recorded is JSON already; `json()` would look at every word of the conversation in every turn.
  data: shape.custom((value): value is JsonValue => value !== undefined, 'must be a message'),
  metadata: shape.record(shape.json()),
  createdAt: shape.string(),
  source: sourceSchema,
});

/** A MessageEvent as it is recorded. */
export const storedEventSchema = shape.union([
  shape.object({ type: shape.oneOf('append'), message: storedMessageSchema }),
  shape.object({ type: shape.oneOf('replace'), targetId: shape.string(), message: storedMessageSchema }),
  shape.object({ type: shape.oneOf('remove'), targetId: shape.string() }),
  shape.object({ type: shape.oneOf('truncate') }),
]);

/** See `storedEventSchema`. */
export type StoredEvent = shape.Infer<typeof storedEventSchema>;

/** What to record of an event. Bytes become base64 and addresses texts, which the AI SDK takes as well. */
export function storeEvent(event: MessageEvent): StoredEvent {
  switch (event.type) {
    case 'append':
      return { type: 'append', message: storeMessage(event.message) };
    case 'replace':
      return { type: 'replace', targetId: event.targetId, message: storeMessage(event.message) };
    case 'remove':
      return { type: 'remove', targetId: event.targetId };
    case 'truncate':
      return { type: 'truncate' };
  }
}

/** The same for an event of middleware: what could not be read again would cost the instance its conversation. */
export function checkedEvent(event: MessageEvent, mask: SecretMask): StoredEvent {
  const stored = storedEventSchema.safeParse(mask.json(storeEvent(event)));
  if (!stored.success) throw noEvent(stored.error.message);
  const problem = 'message' in stored.data ? messageProblem(stored.data.message.data) : undefined;
  if (problem !== undefined) throw noEvent(`its message cannot be sent to a model: ${problem}`);
  return stored.data;
}

function noEvent(why: string): GoondanError {
  return new GoondanError('E_EXTENSION_MIDDLEWARE', `emitMessageEvent was given no message event: ${why}`);
}

/** The event that was recorded. */
export function reviveEvent(event: StoredEvent): MessageEvent {
  return event.type === 'append' || event.type === 'replace'
    ? { ...event, message: reviveMessage(event.message) }
    : event;
}

function storeMessage({
  id,
  data,
  metadata,
  createdAt,
  source,
}: Message): shape.Infer<typeof storedMessageSchema> {
  return {
    id,
    data: asJson(data),
    metadata: jsonRecord(metadata),
    createdAt: createdAt.toISOString(),
    source,
  };
}

/** Of a copy: what a turn does to its messages must not reach the record. */
function reviveMessage({
  data: recorded,
  createdAt,
  ...rest
}: shape.Infer<typeof storedMessageSchema>): Message {
  const data = asJson(recorded);
  if (!isCoreMessage(data)) throw new TypeError(`Message ${rest.id} is no message of a conversation.`);
  return { ...rest, data, createdAt: new Date(createdAt) };
}

function isCoreMessage(value: unknown): value is CoreMessage {
  if (typeof value !== 'object' || value === null || !('role' in value) || !('content' in value))
    return false;
  return (
    typeof value.role === 'string' && (typeof value.content === 'string' || Array.isArray(value.content))
  );
}

function asJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      return value === null ? null : objectAsJson(value);
    default:
      return null;
  }
}

function objectAsJson(value: object): JsonValue {
  if (Array.isArray(value)) return value.map(asJson);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  if (value instanceof URL) return value.href;
  if (value instanceof Date) return value.toISOString();
  return jsonRecord(value);
}

function jsonRecord(value: object): Record<string, JsonValue> {
  if (!isRecord(value)) return Object.fromEntries(jsonEntries(value));
  const copy: Record<string, JsonValue> = {};
  // Without pairs: every message comes by here with each turn.
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    // Assigned, this one would become the prototype.
    if (key === '__proto__') return Object.fromEntries(jsonEntries(value));
    copy[key] = asJson(member);
  }
  return copy;
}

function jsonEntries(value: object): [string, JsonValue][] {
  return Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, asJson(member)]],
  );
}
