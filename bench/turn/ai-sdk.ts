// By its path: it is installed for bench/call, and once is enough.
import {
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  type ToolSet,
} from '../call/node_modules/ai/dist/index.js';
import { callContestant, type Contestant } from '../call/contestant.ts';
import { catalogSize } from '../call/goondan.ts';
import { add, addName, addParameters, type AddInput } from '../call/tool.ts';
import { names } from './names.ts';
import { promptFor, scriptedModel as model } from './scripted-model.ts';

/** The AI SDK with the same model and the same tools: one step with one executed call, whole and streamed, and two steps. */
export function aiSdk(): readonly Contestant[] {
  const tools = createTools();
  const prompt = promptFor({ steps: 1, callsPerStep: 1 });
  return [
    callContestant({
      name: names.generateText,
      prepare: () => undefined,
      call: () => generateText({ model, tools, prompt, stopWhen: isStepCount(1) }),
      answersRight: (answer) => hasSum(answer, 1),
    }),
    callContestant({
      name: names.streamText,
      prepare: () => undefined,
      call: async () => {
        const result = streamText({ model, tools, prompt, stopWhen: isStepCount(1) });
        await result.consumeStream();
        return { steps: await result.steps };
      },
      answersRight: (answer) => hasSum(answer, 1),
    }),
    callContestant({
      name: names.generateTextTurn,
      prepare: () => undefined,
      call: () => generateText({ model, tools, prompt, stopWhen: isStepCount(2) }),
      answersRight: (answer) => hasSum(answer, 2),
    }),
  ];
}

function createTools(): ToolSet {
  const toolNames = [
    addName,
    ...Array.from({ length: catalogSize - 1 }, (_, index) => `calc__tool-${index + 1}`),
  ];
  const addTool = () =>
    tool({
      description: 'Adds two numbers',
      inputSchema: jsonSchema<AddInput>(addParameters()),
      execute: add,
    });
  return Object.fromEntries(toolNames.map((name) => [name, addTool()]));
}

/** The first call adds 0 and 0. */
function hasSum(answer: unknown, steps: number): boolean {
  if (typeof answer !== 'object' || answer === null || !('steps' in answer)) return false;
  return (
    Array.isArray(answer.steps) &&
    answer.steps.length === steps &&
    Bun.deepMatch({ toolResults: [{ output: { sum: 0 } }] }, answer.steps[0])
  );
}
