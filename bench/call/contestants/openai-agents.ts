import { invokeFunctionTool, RunContext, tool } from '@openai/agents';
import { callContestant, type Contestant } from '../contestant.ts';
import { add, addName, holdsSum, invalidArguments, validArguments } from '../tool.ts';
import { addSchema } from './zod-schema.ts';

/** The function tool of OpenAI Agents, invoked as its runner does, without and with its timeout. */
export function openAiAgents(): readonly Contestant[] {
  return [invoking('OpenAI Agents tool', {}), invoking('OpenAI Agents tool, timeout', { timeoutMs: 30_000 })];
}

function invoking(name: string, options: { timeoutMs?: number }): Contestant {
  const addTool = tool({
    name: addName,
    description: 'Adds two numbers',
    parameters: addSchema(),
    execute: (input) => add(input),
    ...options,
  });
  const runContext = new RunContext();
  const invoke = (input: string) => invokeFunctionTool({ tool: addTool, runContext, input });
  return callContestant({
    name,
    prepare: () => JSON.stringify(validArguments()),
    call: invoke,
    answersRight: holdsSum,
    refusesWrong: async () => !holdsSum(await invoke(JSON.stringify(invalidArguments()))),
  });
}
