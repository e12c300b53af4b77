import type { LanguageModelV4, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { generateText, isStepCount, tool } from 'ai';
import { callContestant, type Contestant } from '../contestant.ts';
import { names } from '../names.ts';
import { add, addName, holdsSum, invalidArguments, validArguments } from '../tool.ts';
import { addSchema } from './zod-schema.ts';

/**
 * `generateText` with a scripted model: the whole loop (one step that calls the tool, one that answers), and one step with and
 * without the call, whose difference is the call alone.
 */
export function aiSdk(): readonly Contestant[] {
  const generate = createGenerate();
  return [
    calling(names.aiSdkLoop, (model) => generate(model, 2)),
    calling(names.aiSdkStepWithCall, (model) => generate(model, 1)),
    callContestant({
      name: names.aiSdkStepWithoutCall,
      prepare: () => scriptedModel([textAnswer()]),
      call: async (model) => (await generate(model, 1)).text,
      answersRight: (answer) => answer === '5',
    }),
  ];
}

type Generate = ReturnType<typeof createGenerate>;

function createGenerate() {
  const tools = {
    [addName]: tool({ description: 'Adds two numbers', inputSchema: addSchema(), execute: add }),
  };
  return (model: LanguageModelV4, steps: number) =>
    generateText({ model, tools, prompt: 'What is 2 + 3?', stopWhen: isStepCount(steps) });
}

function calling(name: string, generate: (model: LanguageModelV4) => ReturnType<Generate>): Contestant {
  return callContestant({
    name,
    prepare: (id) => scriptedModel([toolCallAnswer(id, validArguments()), textAnswer()]),
    call: async (model) => (await generate(model)).steps[0]?.toolResults[0]?.output,
    answersRight: holdsSum,
    refusesWrong: async () => {
      const result = await generate(
        scriptedModel([toolCallAnswer('wrong', invalidArguments()), textAnswer()]),
      );
      return result.steps[0]?.content.some((part) => part.type === 'tool-error') ?? false;
    },
  });
}

/** A model that gives these answers in order, and never streams. */
function scriptedModel(answers: readonly LanguageModelV4GenerateResult[]): LanguageModelV4 {
  let next = 0;
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async () => {
      const answer = answers[next];
      next += 1;
      if (answer === undefined) throw new Error('the scripted model has no answer left');
      return answer;
    },
    doStream: () => Promise.reject(new Error('the scripted model does not stream')),
  };
}

function toolCallAnswer(toolCallId: string, args: unknown): LanguageModelV4GenerateResult {
  return {
    content: [{ type: 'tool-call', toolCallId, toolName: addName, input: JSON.stringify(args) }],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage: usage(),
    warnings: [],
  };
}

function textAnswer(): LanguageModelV4GenerateResult {
  return {
    content: [{ type: 'text', text: '5' }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: usage(),
    warnings: [],
  };
}

function usage(): LanguageModelV4GenerateResult['usage'] {
  return {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
}
