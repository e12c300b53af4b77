import type { JsonObject } from '@goondan/core';
import { checkText, invalid } from './check-text.ts';

/** The variables of a call; throws unless policy allows every name. */
export function checkEnvironment(env: JsonObject, allowed: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (!allowed.includes(name))
        throw invalid(
          `/env: policy does not allow the variable ${name}.`,
          `Set it in the command itself (${name}=value program), or add it to policy.permissions.env.allow` +
            `${allowed.length === 0 ? '' : ` (now ${allowed.join(', ')})`}.`,
        );
      const text = typeof value === 'string' ? value : '';
      checkText(`env/${name}`, text);
      return [name, text];
    }),
  );
}
