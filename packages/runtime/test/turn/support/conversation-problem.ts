import type { CoreMessage } from '@goondan/core';

/** Why a provider would refuse the conversation; undefined when it is one that any provider takes (SPEC §12). */
export function conversationProblem(messages: readonly CoreMessage[]): string | undefined {
  let open: string[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'tool') {
      if (open.length > 0) return `no result for ${open.join(', ')} before a message of ${message.role}`;
      open = callIdsOf(message);
      if (message.role === 'user') seen.clear();
      const repeated = open.find((id, index) => seen.has(id) || open.indexOf(id) !== index);
      if (repeated !== undefined) return `two calls of the id '${repeated}' in one turn`;
      if (open.includes('')) return 'a call without an id';
      for (const id of open) seen.add(id);
      continue;
    }
    for (const id of resultIdsOf(message)) {
      if (!open.includes(id)) return `a result for '${id}', which is no open call`;
      open = open.filter((other) => other !== id);
    }
  }
  return open.length === 0 ? undefined : `no result for ${open.join(', ')} at the end`;
}

/** The ids of the results in the conversation, in order. */
export function resultIds(messages: readonly CoreMessage[]): string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? resultIdsOf(message) : []));
}

/** What each result in the conversation holds, in order. */
export function resultOutputs(messages: readonly CoreMessage[]): unknown[] {
  return messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
      : [],
  );
}

/** Who speaks, and what in words; calls and results by their ids. */
export function outline(messages: readonly CoreMessage[]): string[] {
  return messages.map((message) => {
    if (message.role === 'tool') return `tool ${resultIdsOf(message).join(' ')}`;
    const calls = callIdsOf(message).map((id) => `→${id}`);
    return [message.role, textOf(message), ...calls].filter((word) => word !== '').join(' ');
  });
}

type ToolMessage = Extract<CoreMessage, { role: 'tool' }>;

function callIdsOf({ role, content }: CoreMessage): string[] {
  if (role !== 'assistant' || typeof content === 'string') return [];
  return content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
}

function resultIdsOf({ content }: ToolMessage): string[] {
  return content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []));
}

function textOf({ content }: CoreMessage): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
