import { GoondanError, type Message } from '@goondan/core';
import type { SecretMask } from '../secret/secret-mask.ts';
import * as shape from '../shape/shape.ts';
import { checkedEvent, reviveEvent, storedEventSchema, type StoredEvent } from './stored-message.ts';

/** The messages of one step as they are recorded: those of the conversation by their ids, a middleware's own as if they were added. */
export const messagesNoteSchema = shape.array(shape.union([shape.string(), storedEventSchema]));

/** See `messagesNoteSchema`. */
export type MessagesNote = shape.Infer<typeof messagesNoteSchema>;

/** What to record of the messages that layers leave for a step; nothing where they are the conversation. */
export function noteMessages(
  shown: readonly Message[] | undefined,
  conversation: readonly Message[],
  mask: SecretMask,
): MessagesNote | undefined {
  if (shown === undefined || isSame(shown, conversation)) return undefined;
  const byId = new Map(conversation.map((message) => [message.id, message]));
  return shown.map((message) =>
    byId.get(message?.id) === message ? message.id : checkedMessage(message, mask),
  );
}

/** The messages that were recorded. */
export function restoreMessages(
  note: MessagesNote | undefined,
  conversation: readonly Message[],
): readonly Message[] {
  if (note === undefined) return conversation;
  const byId = new Map(conversation.map((message) => [message.id, message]));
  return note.flatMap((noted) => {
    if (typeof noted === 'string') return byId.get(noted) ?? [];
    const event = reviveEvent(noted);
    return event.type === 'append' ? event.message : [];
  });
}

function checkedMessage(message: Message, mask: SecretMask): StoredEvent {
  try {
    return checkedEvent({ type: 'append', message }, mask);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new GoondanError(
      'E_EXTENSION_MIDDLEWARE',
      `A step middleware left no message in ctx.messages: ${why}`,
      {
        cause,
      },
    );
  }
}

function isSame(left: readonly Message[], right: readonly Message[]): boolean {
  return left.length === right.length && left.every((message, index) => message === right[index]);
}
