import { GoondanError } from '@goondan/core/basics';

/** Nobody has allowed this for good, or not any more. */
export function grantNotFound(id: string): GoondanError {
  return new GoondanError('E_AGENT_GRANT_NOT_FOUND', `There is no grant '${id}'.`);
}
