import type { Invocation } from '../command/invocation.ts';
import { shellWord } from '../output/shell-word.ts';

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
    .map(shellWord)
    .join(' ');
}
