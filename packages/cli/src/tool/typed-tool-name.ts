import { parseToolName } from '@goondan/core/basics';
import { UsageError } from '../error/usage-error.ts';

/** The names that `weather` or `weather__forecast` asks for. Throws `E_USAGE` for what cannot be a name. */
export function namesOf(typed: string): { readonly resource: string; readonly exported: string } {
  const [resource = '', exported = 'run', ...rest] = typed.split('__');
  const parts = parseToolName(`${resource}__${exported}`);
  const isLegal = parts?.resourceName === resource && /^[a-z0-9_-]+$/.test(parts.exportName);
  if (rest.length === 0 && isLegal && resource.length + exported.length <= longest)
    return { resource, exported };
  throw new UsageError(
    `'${typed}' cannot be the name of a tool`,
    'Use letters, digits, - and single _, and lower-case ones after the __: such as weather__forecast.',
  );
}

/** The whole name may have 64 characters (NAME-5). */
const longest = 62;
