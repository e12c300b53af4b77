import type { CoreMessage, Message } from '@goondan/core';

/** A turn of a conversation: the number of calls of each step, and the answer. */
export interface Turn {
  readonly question: string;
  readonly calls: readonly number[];
  readonly answer: string;
}

/** The messages of some turns, as the runtime leaves them. */
export function conversationOf(turns: readonly Turn[]): Message[] {
  return turns.flatMap(({ question, calls, answer }, turn) => [
    messageOf(`q${turn}`, { role: 'user', content: question }),
    ...calls.flatMap((count, step) => stepOf(`t${turn}s${step}`, count)),
    messageOf(`a${turn}`, { role: 'assistant', content: [{ type: 'text', text: answer }] }),
  ]);
}

function stepOf(place: string, count: number): Message[] {
  const ids = Array.from({ length: count }, (_, index) => `${place}c${index}`);
  return [
    messageOf(place, {
      role: 'assistant',
      content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'lab__echo', input: {} })),
    }),
    ...ids.map((toolCallId) =>
      messageOf(toolCallId, {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId, toolName: 'lab__echo', output: { type: 'text', value: 'fine' } },
        ],
      }),
    ),
  ];
}

function messageOf(id: string, data: CoreMessage): Message {
  return { id, data, metadata: {}, createdAt: new Date(0), source: { type: 'user' } };
}
