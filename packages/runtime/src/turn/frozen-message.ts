import { isRecord, type Message } from '@goondan/core';

const frozenOf = new WeakMap<Message, Message>();

/**
 * The message as a handler may have it (CTX-3): nothing that is done to it reaches the conversation or another call. The same for the same
 * message. Its content is copied when it is first looked at, which most handlers never do.
 */
export function frozenMessage(message: Message): Message {
  const made = frozenOf.get(message);
  if (made !== undefined) return made;
  const { id, metadata, createdAt, source } = message;
  let data: Message['data'] | undefined;
  const frozen = Object.freeze<Message>({
    id,
    get data() {
      data ??= frozenCopy(message.data);
      return data;
    },
    metadata: frozenCopy(metadata),
    // A date cannot be frozen.
    get createdAt() {
      return new Date(createdAt);
    },
    source: frozenCopy(source),
  });
  frozenOf.set(message, frozen);
  return frozen;
}

/** Messages of turns are JSON: they were, or will be, read from the journal. */
function frozenCopy<Value>(value: Value): Value;
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((member: unknown) => frozenCopy(member)));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, frozenCopy(member)] as const);
  return Object.freeze<Record<string, unknown>>(Object.fromEntries(members));
}
