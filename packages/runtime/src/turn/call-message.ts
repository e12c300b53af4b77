import type { Message, ToolCall } from '@goondan/core';

/** The message that holds a call which no model asked for (CTX-3); it is in no conversation. */
export function callMessage(
  id: string,
  { id: toolCallId, name: toolName, args: input }: ToolCall,
  { stepIndex, at }: { readonly stepIndex: number; readonly at: number },
): Message {
  return {
    id,
    data: { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    metadata: {},
    createdAt: new Date(at),
    source: { type: 'assistant', stepIndex },
  };
}
