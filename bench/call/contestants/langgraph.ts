import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { callContestant, type Contestant } from '../contestant.ts';
import { names } from '../names.ts';
import { add, addName, expectedSum, invalidArguments, validArguments } from '../tool.ts';
import { addSchema } from './zod-schema.ts';

/** LangGraph's ToolNode on the message of a model that asks for one call. */
export function langGraph(): Contestant {
  const node = new ToolNode([
    tool(add, { name: addName, description: 'Adds two numbers', schema: addSchema() }),
  ]);
  const invoke = (message: AIMessage): Promise<unknown> => node.invoke({ messages: [message] });
  return callContestant({
    name: names.langGraph,
    prepare: (id) => messageWithCall(id, validArguments()),
    call: invoke,
    answersRight: (answer) => contentOf(answer) === `{"sum":${expectedSum}}`,
    refusesWrong: async () =>
      contentOf(await invoke(messageWithCall('wrong', invalidArguments()))).startsWith('Error'),
  });
}

function messageWithCall(id: string, args: Record<string, unknown>): AIMessage {
  return new AIMessage({ content: '', tool_calls: [{ id, name: addName, args, type: 'tool_call' }] });
}

function contentOf(answer: unknown): string {
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !('messages' in answer) ||
    !Array.isArray(answer.messages)
  )
    return '';
  const message: unknown = answer.messages[0];
  return typeof message === 'object' && message !== null && 'content' in message
    ? String(message.content)
    : '';
}
