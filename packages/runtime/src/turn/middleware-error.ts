import { GoondanError, textOfThrown } from '@goondan/core';

/** What a turn or step middleware failed with: an error of ours as it is, anything else under the code of extensions. */
export function middlewareError(kind: 'turn' | 'step', thrown: unknown): GoondanError {
  if (thrown instanceof GoondanError) return thrown;
  return new GoondanError('E_EXTENSION_MIDDLEWARE', `A ${kind} middleware failed: ${textOfThrown(thrown)}`, {
    cause: thrown,
  });
}
