import type { CoreMessage } from '@goondan/core';

type ToolMessage = Extract<CoreMessage, { role: 'tool' }>;
type AssistantPart = Exclude<Extract<CoreMessage, { role: 'assistant' }>['content'], string>[number];
type CallPart = Extract<AssistantPart, { type: 'tool-call' }>;
type ToolResultPart = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
}

/**
 * The messages as any provider takes them, whatever extensions took away or put in between: after a message with calls come
 * the results of all of them, and no others (SPEC §12). The very same list where that is so, which it nearly always is.
 */
export function wholeConversation(messages: readonly CoreMessage[]): readonly CoreMessage[] {
  return isWhole(messages) ? messages : mended(messages);
}

/** Makes no lists: every step looks at the whole conversation. */
function isWhole(messages: readonly CoreMessage[]): boolean {
  const open = new Set<string>();
  const used = new Set<string>();
  for (const { role, content } of messages) {
    if (role !== 'tool' && open.size > 0) return false;
    if (role === 'user') used.clear();
    if (role === 'tool') {
      for (const part of content)
        if (part.type === 'tool-result' && !open.delete(part.toolCallId)) return false;
    } else if (role === 'assistant' && typeof content !== 'string') {
      for (const part of content) {
        if (!isOwnCall(part)) continue;
        if (used.has(part.toolCallId)) return false;
        used.add(part.toolCallId);
        open.add(part.toolCallId);
      }
    }
  }
  return open.size === 0;
}

function mended(messages: readonly CoreMessage[]): CoreMessage[] {
  const used = new Set<string>();
  return messages.flatMap((message, index): CoreMessage[] => {
    // Results come with the message that asked for them.
    if (message.role === 'tool') return [];
    if (message.role === 'user') used.clear();
    const calls = callsOf(message);
    if (calls.length === 0) return [message];
    const found = resultsAfter(messages, index);
    // A message may have been put in twice; each of its calls stands once.
    const fresh = calls.filter(({ toolCallId }) => !used.has(toolCallId) && used.add(toolCallId));
    const content = fresh.map((call) => found.get(call.toolCallId) ?? lost(call));
    return [
      ...withCalls(message, fresh),
      ...(content.length === 0 ? [] : [{ role: 'tool' as const, content }]),
    ];
  });
}

/** The message with these of its calls alone; nothing where nothing is left of it. */
function withCalls(message: CoreMessage, calls: readonly Call[]): CoreMessage[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
  const content = message.content.filter((part) => !isOwnCall(part) || calls.includes(part));
  if (content.length === message.content.length) return [message];
  return content.length === 0 ? [] : [{ ...message, content }];
}

/** The results that follow a message, up to the next one with calls; of one call the first counts. */
function resultsAfter(messages: readonly CoreMessage[], index: number): Map<string, ToolResultPart> {
  const found = new Map<string, ToolResultPart>();
  for (const message of messages.slice(index + 1)) {
    if (callsOf(message).length > 0) break;
    if (message.role !== 'tool') continue;
    for (const result of resultsOf(message))
      if (!found.has(result.toolCallId)) found.set(result.toolCallId, result);
  }
  return found;
}

function callsOf({ role, content }: CoreMessage): Call[] {
  if (role !== 'assistant' || typeof content === 'string') return [];
  return content.filter(isOwnCall);
}

function isOwnCall(part: AssistantPart): part is CallPart {
  return part.type === 'tool-call' && part.providerExecuted !== true;
}

function resultsOf({ content }: ToolMessage): ToolResultPart[] {
  return content.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
}

function lost({ toolCallId, toolName }: Call): ToolResultPart {
  const value = 'The result of this call is no longer part of the conversation.';
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value } };
}
