import type { Message } from '@goondan/core';

/** Messages that only make sense together: one with tool calls and the results of these, or a single one. */
export interface MessageUnit {
  readonly messages: readonly Message[];
  /** True for what no model can do without: the question being answered, and system messages. */
  readonly isPinned: boolean;
}

/** A conversation in units, in order. Whatever keeps or drops whole units never parts a call from its result. */
export function unitsOf(messages: readonly Message[]): MessageUnit[] {
  const question = messages.findLast(
    ({ data, source }) => data.role === 'user' && source.type !== 'extension',
  );
  const units: { messages: Message[]; isPinned: boolean }[] = [];
  for (const message of messages) {
    const last = units.at(-1);
    if (message.data.role === 'tool' && last !== undefined && hasCalls(last.messages[0]))
      last.messages.push(message);
    else
      units.push({ messages: [message], isPinned: message === question || message.data.role === 'system' });
  }
  return units;
}

/** How many characters a message has, calls and results included. */
export const charactersOf = measured((text) => text.length);

/** About how many tokens a message has: four bytes make one, which fits English and is near enough for Korean. */
export const tokensOf = measured((text) => Math.ceil(Buffer.byteLength(text) / 4));

/** Measures each message once: every step looks at the whole conversation. */
function measured(sizeOf: (text: string) => number): (message: Message) => number {
  const known = new WeakMap<Message, number>();
  return (message) => {
    const { content } = message.data;
    const size =
      known.get(message) ?? sizeOf(typeof content === 'string' ? content : JSON.stringify(content));
    known.set(message, size);
    return size;
  };
}

function hasCalls(message: Message | undefined): boolean {
  if (message?.data.role !== 'assistant' || typeof message.data.content === 'string') return false;
  return message.data.content.some((part) => part.type === 'tool-call');
}
