import { UsageError } from '../error/usage-error.ts';
import { typedObject } from './typed-json.ts';

/** What is to be allowed for good with an approval: these very arguments, or any that fit patterns. Throws `E_USAGE`. */
export function alwaysOf(
  isExact: boolean,
  like: string | undefined,
): { readonly always?: true | Record<string, string> } {
  if (like === undefined) return isExact ? { always: true } : {};
  const patterns = Object.entries(typedObject('--always-like', like)).map(
    ([name, pattern]): [string, string] => {
      if (typeof pattern === 'string' && isPattern(pattern)) return [name, pattern];
      throw new UsageError(
        `--always-like: ${name} is not a regular expression`,
        'Give one by argument: \'{"command":"^git status$"}\'.',
      );
    },
  );
  return { always: Object.fromEntries(patterns) };
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
