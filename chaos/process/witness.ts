/** An extension that tells when turns and steps run in a process, and writes down a conversation when it is asked to. */
import type { ExtensionApi } from '@goondan/core';
import { tellConversation, witnessInput } from '../turn/witness.ts';
import { say } from './word.ts';

/** Registers the layers. */
export function register(api: ExtensionApi): void {
  api.pipeline.register('turn', (context) => {
    say('turn', `${context.agentName}/${context.instanceKey}`, process.pid);
    return context.next();
  });
  api.pipeline.register('step', (context) => {
    const { agentName, instanceKey, inputEvent } = context.turn;
    const who = `${agentName}/${instanceKey}`;
    say('step', who, process.pid);
    if (inputEvent.input === witnessInput) tellConversation(who, context.conversationState.messages);
    return context.next();
  });
}
