import type { OptionDefinition } from './command-definition.ts';

/** The flags every command takes. */
export const globalOptions: readonly OptionDefinition[] = [
  {
    flags: '-C, --directory <dir>',
    description: 'the bundle (default: the nearest goondan.yaml upward)',
  },
  {
    flags: '--state-root <dir>',
    description: 'where state is kept (default: $GOONDAN_STATE_ROOT, then ~/.goondan)',
  },
  { flags: '--json', description: 'print exactly one JSON value, errors too' },
  { flags: '--debug', description: 'print where an error comes from, on stderr' },
];
