/** An extension that writes down the conversation an instance has come to, when it is asked to. */
import type { ExtensionApi, Message } from '@goondan/core';
import { Ledger } from '../ledger.ts';

/** What an event's input is that asks for the conversation. */
export const witnessInput = 'what was said?';

/** Registers the layer. A step layer is also one more thing that a crash may come between. */
export function register(api: ExtensionApi): void {
  api.pipeline.register('step', async (context) => {
    if (context.turn.inputEvent.input === witnessInput) {
      tellConversation(context.turn.instanceKey, context.conversationState.messages);
    }
    return context.next();
  });
}

/** Writes down the calls and results of a conversation. */
export function tellConversation(instanceKey: string, messages: readonly Message[]): void {
  const ledger = new Ledger(process.env.CHAOS_CONVERSATIONS ?? '');
  ledger.write({
    instanceKey,
    calls: messages.flatMap(({ data }) => idsIn(data, 'assistant', 'tool-call')),
    results: messages.flatMap(({ data }) => idsIn(data, 'tool', 'tool-result')),
  });
  ledger.close();
}

function idsIn(
  data: Message['data'],
  role: 'assistant' | 'tool',
  type: 'tool-call' | 'tool-result',
): string[] {
  if (data.role !== role || typeof data.content === 'string') return [];
  return data.content.flatMap((part) =>
    part.type === type && 'toolCallId' in part ? [part.toolCallId] : [],
  );
}
