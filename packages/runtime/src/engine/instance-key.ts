import { GoondanError } from '@goondan/core/basics';

/** Throws for a key that no instance can have: half a character is another text once it is on disk, and the journal would not read as written. */
export function checkInstanceKey(instanceKey: string): void {
  if (instanceKey.isWellFormed()) return;
  throw new GoondanError(
    'E_AGENT_INSTANCE_NOT_FOUND',
    'No instance can have a key with half a character in it (a lone surrogate).',
    { suggestion: 'Use a key of whole characters.' },
  );
}
