import { clusterOptions } from '../cluster/cluster-options.ts';
import type { CommandDefinition } from '../command/command-definition.ts';
import { instanceOptions } from '../command/instance-options.ts';

/** `gdn run [BUNDLE]`: one turn from the command line, or the rest of those that were cut off. */
export const run: CommandDefinition = {
  name: 'run',
  summary: 'Give an agent an input and print its answer; in a terminal without --input, chat with it',
  operands: [['[bundle]', 'the folder with goondan.yaml (default: the nearest upward)']],
  options: [
    { flags: '--input <text>', description: 'what to say to the agent, or - to read it from stdin' },
    ...instanceOptions,
    {
      flags: '--watch',
      description:
        'take up edits of the bundle: in a chat at the next turn, with --input by running it again',
    },
    { flags: '--resume', description: 'finish every turn that was cut off, then exit' },
    { flags: '--no-drain', description: 'do not wait for events the turn has caused; they stay queued' },
    { flags: '--timeout <seconds>', description: 'cancel the turn after this long' },
    {
      flags: '--format <format>',
      description: 'what to print; stream-json is one JSON value a line and ends in a result',
      choices: ['text', 'json', 'stream-json'],
    },
    {
      flags: '--engine <engine>',
      description: 'where the turn runs: on this machine (default), or on the Restate cluster that is named',
      choices: ['local', 'restate'],
    },
    ...clusterOptions,
    { flags: '--next <text>', description: 'what to try next, shown after the sums', isHidden: true },
  ],
  examples: [
    'gdn run . --input "what is 2+3*4?"',
    'git diff | gdn run reviewer --input - --json',
    'gdn run . --input "go on" --instance-key alice --format stream-json',
    'gdn run . --watch',
    'gdn run . --resume',
    'gdn run . --engine restate --input "what is 2+3*4?"',
  ],
  run: async (invocation) => {
    const { runBundle } = await import('../turn/run-bundle.ts');
    return runBundle(invocation);
  },
};
