import type { OptionDefinition } from './command-definition.ts';

/** The conversation that is taken when none is named. */
export const defaultInstanceKey = 'default';

/** The flags of commands that work in one conversation of one agent. */
export const instanceOptions: readonly OptionDefinition[] = [
  { flags: '--agent <name>', description: 'the agent (default: the entry agent)' },
  { flags: '--instance-key <key>', description: 'the conversation (default: "default")' },
  { flags: '--workdir <dir>', description: "the folder tools work in (default: the instance's own)" },
];
