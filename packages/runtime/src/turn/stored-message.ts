import type { CoreMessage, JsonValue, Message, MessageEvent } from '@goondan/core';
import { z } from 'zod';

const sourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user') }),
  z.object({ type: z.literal('assistant'), stepIndex: z.number() }),
  z.object({ type: z.literal('tool'), toolCallId: z.string(), toolName: z.string() }),
  z.object({ type: z.literal('system') }),
  z.object({ type: z.literal('extension'), extensionName: z.string() }),
]);

const storedMessageSchema = z.object({
  id: z.string(),
  data: z.json(),
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
  return { id, data: asJson(data), metadata, createdAt: createdAt.toISOString(), source };
}

function reviveMessage({ data, createdAt, ...rest }: z.infer<typeof storedMessageSchema>): Message {
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
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, asJson(member)]));
}
