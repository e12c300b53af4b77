import type { CommandDefinition } from '../command/command-definition.ts';

/** `gdn approve HANDLE`: lets a held call run, as it is or with other arguments (POL-4). */
export const approve: CommandDefinition = {
  name: 'approve',
  summary: 'Let a call run that waits for approval',
  operands: [['<handle>', 'as it was printed, or from gdn handle list']],
  options: [
    { flags: '--edit <json>', description: 'run it with these arguments instead' },
    { flags: '--note <text>', description: 'kept with the decision' },
  ],
  examples: ['gdn approve h-31', 'gdn approve h-31 --edit \'{"command":"git push"}\''],
  run: async (invocation) => {
    const { giveAnswer } = await import('../handle/give-answer.ts');
    const { typedObject } = await import('../handle/typed-json.ts');
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
      },
    });
  },
};
