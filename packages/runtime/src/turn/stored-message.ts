import {
  GoondanError,
  type CoreMessage,
  type JsonValue,
  type Message,
  type MessageEvent,
} from '@goondan/core';
import { z } from 'zod';
import type { SecretMask } from '../secret/secret-mask.ts';

const sourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user') }),
  z.object({ type: z.literal('assistant'), stepIndex: z.number() }),
  z.object({ type: z.literal('tool'), toolCallId: z.string(), toolName: z.string() }),
  z.object({ type: z.literal('system') }),
  z.object({ type: z.literal('extension'), extensionName: z.string() }),
]);

const storedMessageSchema = z.object({
  id: z.string(),
  // What was recorded is JSON already; `z.json()` would look at every word of the conversation in every turn.
  data: z.custom<JsonValue>((value) => value !== undefined),
  metadata: z.record(z.string(), z.json()),
  createdAt: z.string(),
  source: sourceSchema,
});

/** A MessageEvent as it is recorded. */
export const storedEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('append'), message: storedMessageSchema }),
  z.object({ type: z.literal('replace'), targetId: z.string(), message: storedMessageSchema }),
  z.object({ type: z.literal('remove'), targetId: z.string() }),
  z.object({ type: z.literal('truncate') }),
]);

/** See `storedEventSchema`. */
export type StoredEvent = z.infer<typeof storedEventSchema>;

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
  if (stored.success) return stored.data;
  const message = `emitMessageEvent was given no message event: ${z.prettifyError(stored.error)}`;
  throw new GoondanError('E_EXTENSION_MIDDLEWARE', message);
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
}: Message): z.infer<typeof storedMessageSchema> {
  return {
    id,
    data: asJson(data),
    metadata: jsonRecord(metadata),
    createdAt: createdAt.toISOString(),
    source,
  };
}

/** Of a copy: what a turn does to its messages must not reach the record. */
function reviveMessage({ data: recorded, createdAt, ...rest }: z.infer<typeof storedMessageSchema>): Message {
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
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
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
