import { createTool, isValidationError, noopObserve } from '@mastra/core/tools';
import { callContestant, type Contestant } from '../contestant.ts';
import { add, type AddInput, addName, holdsSum, invalidArguments, validArguments } from '../tool.ts';
import { addSchema } from './zod-schema.ts';

/** Mastra's tool, executed by itself: it validates, but has no timeout and no result object. */
export function mastra(): Contestant {
  const addTool = createTool({
    id: addName,
    description: 'Adds two numbers',
    inputSchema: addSchema(),
    execute: (input: AddInput) => add(input),
  });
  const { execute } = addTool;
  if (execute === undefined) throw new Error('a Mastra tool made with execute has none');
  const context = { observe: noopObserve };
  return callContestant({
    name: 'Mastra tool',
    prepare: validArguments,
    call: (args) => execute(args, context),
    answersRight: holdsSum,
    refusesWrong: async () => {
      const answer: unknown = await Reflect.apply(execute, addTool, [invalidArguments(), context]);
      return isValidationError(answer);
    },
  });
}
