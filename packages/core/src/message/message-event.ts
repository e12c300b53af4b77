import type { Message } from './message.ts';

/** A change to a conversation: messages = base + events, in order. */
export type MessageEvent =
  | { readonly type: 'append'; readonly message: Message }
  | { readonly type: 'replace'; readonly targetId: string; readonly message: Message }
  | { readonly type: 'remove'; readonly targetId: string }
  | { readonly type: 'truncate' };

/** The messages a conversation holds once `events` have happened to `base`. Events on unknown messages change nothing. */
export function applyMessageEvents(base: readonly Message[], events: Iterable<MessageEvent>): Message[] {
  let messages = [...base];
  for (const event of events) messages = applyMessageEvent(messages, event);
  return messages;
}

function applyMessageEvent(messages: Message[], event: MessageEvent): Message[] {
  switch (event.type) {
    case 'append':
      messages.push(event.message);
      return messages;
    case 'replace':
      return messages.map((message) => (message.id === event.targetId ? event.message : message));
    case 'remove':
      return messages.filter((message) => message.id !== event.targetId);
    case 'truncate':
      return [];
  }
}

/** A conversation as middleware sees it. */
export interface ConversationState {
  readonly baseMessages: readonly Message[];
  readonly events: readonly MessageEvent[];
  /** Base messages with the events applied. */
  readonly messages: readonly Message[];
}
