import { clusterOptions, workerWaitOption } from '../cluster/cluster-options.ts';
import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn deny HANDLE`: refuses a held call; the model is told why (POL-4). */
export const deny: CommandDefinition = {
  name: 'deny',
  summary: 'Refuse a call that waits for approval',
  operands: [['<handle>', 'as it was printed, or from gdn handle list']],
  options: [
    { flags: '--note <text>', description: 'why; the model reads it' },
    workerWaitOption,
    ...clusterOptions,
  ],
  examples: ['gdn deny h-31 --note "not on a Friday"', 'gdn deny h-31 --json'],
  run: async (invocation) => {
    const { giveAnswer } = await import('../handle/give-answer.ts');
    const { operands, options } = invocation;
    const [handle = ''] = operands;
    const note = options.text('note');
    const answer = { decision: 'deny' as const, ...(note === undefined ? {} : { note }) };
    return giveAnswer(invocation, { handle, answer, done: 'denied' });
  },
};
