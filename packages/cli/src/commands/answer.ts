import { clusterOptions, workerWaitOption } from '../cluster/cluster-options.ts';
import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn answer HANDLE ANSWER`: answers a question that an agent has asked (PEND-3). */
export const answer: CommandDefinition = {
  name: 'answer',
  summary: 'Answer a question that waits for a person',
  operands: [
    ['<handle>', 'as it was printed, or from gdn handle list'],
    ['<answer>', 'JSON, or any other text as it is'],
  ],
  options: [workerWaitOption, ...clusterOptions],
  examples: ['gdn answer h-31 "the second one"', 'gdn answer h-31 \'{"choice":2}\' --json'],
  run: async (invocation) => {
    const { giveAnswer } = await import('../handle/give-answer.ts');
    const { jsonOrText } = await import('../handle/typed-json.ts');
    const [handle = '', given = ''] = invocation.operands;
    return giveAnswer(invocation, { handle, answer: { output: jsonOrText(given) }, done: 'answered' });
  },
};
