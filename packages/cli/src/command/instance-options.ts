import { UsageError } from '../error/usage-error.ts';
import type { OptionDefinition } from './command-definition.ts';
import type { OptionReader } from './option-reader.ts';

/** The conversation that is taken when none is named. */
const defaultInstanceKey = 'default';

/** The conversation that was named, or the usual one. Throws `E_USAGE` for an empty key: a variable of a script that is not set would share one. */
export function instanceKeyOf(options: OptionReader): string {
  const key = options.text('instance-key') ?? defaultInstanceKey;
  if (key.trim() !== '') return key;
  throw new UsageError('--instance-key is empty', 'Name the conversation, or leave the flag out.');
}

/** The flags of commands that work in one conversation of one agent. */
export const instanceOptions: readonly OptionDefinition[] = [
  { flags: '--agent <name>', description: 'the agent (default: the entry agent)' },
  { flags: '--instance-key <key>', description: 'the conversation (default: "default")' },
  {
    flags: '--workdir <dir>',
    description: "the folder tools work in (default: the one a run was given last, or the instance's own)",
  },
];
