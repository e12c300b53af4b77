import type { CoreMessage, JsonObject } from '@goondan/core';
import type { AgentModel, ModelAnswer, ModelRequest } from '@goondan/runtime/model';

/** What makes an answer of a request; `index` counts the requests from 0. */
export type Answer =
  | ModelAnswer
  | ((request: ModelRequest, index: number) => ModelAnswer | Promise<ModelAnswer>);

/** A model in memory that keeps what it was asked. */
export interface RecordingModel extends AgentModel {
  readonly requests: readonly ModelRequest[];
}

/** Answers by the list, the last one again and again. */
export function modelOf(...answers: readonly Answer[]): RecordingModel {
  const requests: ModelRequest[] = [];
  return {
    provider: 'memory',
    modelId: 'memory-1',
    requests,
    async call(request) {
      const index = requests.length;
      requests.push({ ...request, messages: [...request.messages], tools: [...request.tools] });
      const answer = answers[Math.min(index, answers.length - 1)];
      if (answer === undefined) throw new Error('The model of this test has no answer.');
      return typeof answer === 'function' ? answer(request, index) : answer;
    },
  };
}

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

/** An answer in words. */
export function says(text: string): ModelAnswer {
  return { parts: [{ type: 'text', text }], finishReason: 'stop', usage, modelId: 'memory-1' };
}

/** An answer that asks for calls: names, each with its arguments. */
export function asks(...calls: readonly (readonly [name: string, input?: JsonObject])[]): ModelAnswer {
  const parts = calls.map(([toolName, input = {}], index) => ({
    type: 'tool-call' as const,
    toolCallId: `c${index}`,
    toolName,
    input,
  }));
  return { parts, finishReason: 'tool-calls', usage, modelId: 'memory-1' };
}

/** Who speaks, and what in short. */
export function outline(messages: readonly CoreMessage[]): string[] {
  return messages.map(({ role, content }) => {
    if (typeof content === 'string') return `${role}: ${content}`;
    const parts = content.map((part) => {
      if (part.type === 'text') return part.text;
      return 'toolName' in part ? `${part.type} ${part.toolName}` : part.type;
    });
    return `${role}: ${parts.join(', ')}`;
  });
}

/** Why a provider would refuse the messages; undefined when it would not. */
export function conversationProblem(messages: readonly CoreMessage[]): string | undefined {
  const open = new Set<string>();
  if (messages[0]?.role === 'assistant' || messages[0]?.role === 'tool') return 'it begins with no question';
  for (const { role, content } of messages) {
    if (role !== 'tool' && open.size > 0) return `no result for ${[...open].join(', ')}`;
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-call') open.add(part.toolCallId);
      if (part.type === 'tool-result' && !open.delete(part.toolCallId))
        return `no call for ${part.toolCallId}`;
    }
  }
  return open.size === 0 ? undefined : `no result for ${[...open].join(', ')} at the end`;
}
