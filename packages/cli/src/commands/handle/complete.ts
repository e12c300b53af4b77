import type { JsonValue } from '@goondan/core';
import { clusterOptions, workerWaitOption } from '../../cluster/cluster-options.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import type { OptionReader } from '../../command/option-reader.ts';
import { UsageError } from '../../error/usage-error.ts';

/** `gdn handle complete HANDLE`: gives a call that answered `pending` its outcome, once (PEND-2). */
export const handleComplete: CommandDefinition = {
  name: 'complete',
  summary: 'Give a pending call its outcome, once',
  operands: [['<handle>', 'the handle the call answered with']],
  options: [
    { flags: '--output <json>', description: 'what it came to' },
    { flags: '--error <message>', description: 'why it failed, instead of an output' },
    workerWaitOption,
    ...clusterOptions,
  ],
  examples: [
    'gdn handle complete job-77 --output \'{"v":9}\' --json',
    'gdn handle complete job-77 --error "the build broke"',
  ],
  run: async (invocation) => {
    const { giveAnswer } = await import('../../handle/give-answer.ts');
    const { operands, options } = invocation;
    const [handle = ''] = operands;
    return giveAnswer(invocation, {
      handle,
      answer: { output: await outcomeOf(options) },
      done: 'completed',
    });
  },
};

async function outcomeOf(options: OptionReader): Promise<JsonValue> {
  const { typedJson } = await import('../../handle/typed-json.ts');
  const output = options.text('output');
  const message = options.text('error');
  if (output !== undefined && message !== undefined)
    throw new UsageError('--output and --error exclude each other', 'Give one of them.');
  if (output !== undefined) return typedJson('--output', output);
  if (message !== undefined) return { status: 'error', error: { message } };
  throw new UsageError('--output is missing', 'Give --output JSON, or --error MESSAGE.');
}
