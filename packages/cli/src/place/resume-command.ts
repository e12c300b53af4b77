import type { Invocation } from '../command/invocation.ts';

/** What to type to go on with what this command has begun, in the same bundle and state. */
export function resumeCommand(
  { options }: Pick<Invocation, 'options'>,
  bundle = options.text('directory'),
): string {
  const stateRoot = options.text('state-root');
  const words = [
    'gdn',
    'run',
    bundle,
    '--resume',
    ...(stateRoot === undefined ? [] : ['--state-root', stateRoot]),
  ];
  return words
    .filter((word) => word !== undefined)
    .map(quoted)
    .join(' ');
}

/** A word as a shell takes it for one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
