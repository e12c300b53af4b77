import type {
  LanguageModelV4,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { addName } from '../call/tool.ts';

/** How a turn goes: so many steps with so many calls each, then an answer in words. */
export interface Script {
  readonly steps: number;
  readonly callsPerStep: number;
}

/** What the user says to get such a turn. */
export function promptFor({ steps, callsPerStep }: Script): string {
  return `${steps} steps with ${callsPerStep} calls`;
}

/** What the model says in the end. */
export const lastWords = 'done';

/** A model in memory that answers at once and does what the last user message says: one object serves every contestant. */
export const scriptedModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async ({ prompt }) => answerTo(prompt),
  doStream: async ({ prompt }) => ({ stream: streamOf(answerTo(prompt)) }),
};

function answerTo(prompt: LanguageModelV4Prompt): LanguageModelV4GenerateResult {
  const { script, stepsDone } = situationOf(prompt);
  const isLast = stepsDone >= script.steps;
  return {
    content: isLast ? [{ type: 'text', text: lastWords }] : callsOf(script, stepsDone),
    finishReason: { unified: isLast ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}

function situationOf(prompt: LanguageModelV4Prompt): { readonly script: Script; readonly stepsDone: number } {
  let stepsDone = 0;
  for (let index = prompt.length - 1; index >= 0; index -= 1) {
    const message = prompt[index];
    if (message?.role === 'tool') stepsDone += 1;
    if (message?.role !== 'user') continue;
    const [part] = message.content;
    return { script: scriptOf(part?.type === 'text' ? part.text : ''), stepsDone };
  }
  throw new Error('the scripted model was told nothing');
}

const scripts = new Map<string, Script>();

function scriptOf(text: string): Script {
  const known = scripts.get(text);
  if (known !== undefined) return known;
  const [, steps, callsPerStep] = /^(\d+) steps with (\d+) calls$/.exec(text) ?? [];
  if (steps === undefined) throw new Error(`the scripted model cannot do '${text}'`);
  const script = { steps: Number(steps), callsPerStep: Number(callsPerStep) };
  scripts.set(text, script);
  return script;
}

/** No two calls of a turn are alike, so that none counts as a repetition. */
function callsOf({ callsPerStep }: Script, stepsDone: number): LanguageModelV4ToolCall[] {
  return Array.from({ length: callsPerStep }, (_, index) => ({
    type: 'tool-call',
    toolCallId: `call-${stepsDone}-${index}`,
    toolName: addName,
    input: `{"a":${stepsDone},"b":${index}}`,
  }));
}

function streamOf(answer: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      for (const part of answer.content) {
        if (part.type === 'tool-call') controller.enqueue(part);
        if (part.type !== 'text') continue;
        controller.enqueue({ type: 'text-start', id: '0' });
        controller.enqueue({ type: 'text-delta', id: '0', delta: part.text });
        controller.enqueue({ type: 'text-end', id: '0' });
      }
      controller.enqueue({ type: 'finish', finishReason: answer.finishReason, usage: answer.usage });
      controller.close();
    },
  });
}
