import { GoondanError, type JsonValue } from '@goondan/core';
import type { AgentModel, AnswerPart, ModelAnswer, ModelRequest } from '@goondan/runtime/model';
import type { Usage } from '../../../src/telemetry/runtime-event.ts';
import { conversationProblem } from './conversation-problem.ts';

/** An answer, or what makes one of the request; `index` counts the requests from 0. */
export type Answer = ModelAnswer | AnswerMaker;

type AnswerMaker = (request: ModelRequest, index: number) => ModelAnswer | Promise<ModelAnswer>;

/** A model in memory that keeps what it was asked. */
export interface FakeModel extends AgentModel {
  /** With the messages as they were then. */
  readonly requests: readonly ModelRequest[];
}

/** Answers by the list, the last one again and again; like a provider it refuses a conversation that is not complete. */
export function fakeModel(...answers: readonly Answer[]): FakeModel {
  const requests: ModelRequest[] = [];
  return {
    provider: 'fake',
    modelId: 'fake-1',
    requests,
    async call(request) {
      const index = requests.length;
      requests.push({ ...request, messages: [...request.messages], tools: [...request.tools] });
      const problem = conversationProblem(request.messages);
      if (problem !== undefined) throw new GoondanError('E_MODEL_REQUEST', `refused: ${problem}`);
      const answer = answers[Math.min(index, answers.length - 1)];
      if (answer === undefined) throw new GoondanError('E_MODEL_SCRIPT', 'The fake model has no answer.');
      return typeof answer === 'function' ? answer(request, index) : answer;
    },
  };
}

/** One call that a fake model asks for. */
export interface FakeCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  readonly malformed?: string;
}

/** Ten tokens in, five out. */
const usage: Usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

/** An answer in words. */
export function says(text: string, used: Usage = usage): ModelAnswer {
  return { parts: [{ type: 'text', text }], finishReason: 'stop', usage: used, modelId: 'fake-1' };
}

/** An answer that asks for calls. */
export function asks(...calls: readonly FakeCall[]): ModelAnswer {
  const parts = calls.map(({ id, name, input, malformed }): AnswerPart => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input,
    ...(malformed === undefined ? {} : { malformed }),
  }));
  return { parts, finishReason: 'tool-calls', usage, modelId: 'fake-1' };
}

/** A call of a tool. */
export function call(id: string, name: string, input: JsonValue = {}): FakeCall {
  return { id, name, input };
}

/** Never answers, but for an abort; `asked` resolves once it is under way. */
export function hangingAnswer(): { readonly answer: AnswerMaker; readonly asked: Promise<void> } {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const answer: AnswerMaker = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      resolve();
    });
  return { answer, asked };
}
