import type { CommanderError } from 'commander';
import { UsageError } from './usage-error.ts';

/** What commander says about a command line, in our words: `unknown command 'toool'. Did you mean 'tool'?`. */
export function usageErrorOf({ message }: CommanderError, commandPath: string): UsageError {
  const [, text = message, near] =
    /^(?:error: )?(.*?)\.?(?:\n\((Did you mean .*)\?\))?$/s.exec(message) ?? [];
  return new UsageError(text, near === undefined ? `See ${commandPath} --help.` : `${quoteNames(near)}?`);
}

/** `Did you mean one of a, b` → `Did you mean 'a' or 'b'`. */
function quoteNames(near: string): string {
  const names = near.replace(/^Did you mean (one of )?/, '').split(', ');
  return `Did you mean ${names.map((name) => `'${name}'`).join(' or ')}`;
}
