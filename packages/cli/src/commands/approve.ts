import { clusterOptions, workerWaitOption } from '../cluster/cluster-options.ts';
import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn approve HANDLE`: lets a held call run, as it is or with other arguments (POL-4). */
export const approve: CommandDefinition = {
  name: 'approve',
  summary: 'Let a call run that waits for approval',
  operands: [['<handle>', 'as it was printed, or from gdn handle list']],
  options: [
    { flags: '--edit <json>', description: 'run it with these arguments instead' },
    {
      flags: '--always',
      description: 'and let the same call run from now on, in this conversation, unasked',
    },
    {
      flags: '--always-like <json>',
      description: 'the same for every call of the tool whose arguments fit these regular expressions',
    },
    { flags: '--note <text>', description: 'kept with the decision' },
    workerWaitOption,
    ...clusterOptions,
  ],
  examples: [
    'gdn approve h-31',
    'gdn approve h-31 --edit \'{"command":"git push"}\'',
    'gdn approve h-31 --always-like \'{"command":"^git (status|log)$"}\'',
  ],
  run: async (invocation) => {
    const { giveAnswer } = await import('../handle/give-answer.ts');
    const { typedObject } = await import('../handle/typed-json.ts');
    const { alwaysOf } = await import('../handle/always-of.ts');
    const { operands, options } = invocation;
    const [handle = ''] = operands;
    const edit = options.text('edit');
    const note = options.text('note');
    return giveAnswer(invocation, {
      handle,
      done: 'approved',
      answer: {
        decision: 'approve',
        ...(edit === undefined ? {} : { args: typedObject('--edit', edit) }),
        ...(note === undefined ? {} : { note }),
        ...alwaysOf(options.flag('always'), options.text('always-like')),
      },
    });
  },
};
