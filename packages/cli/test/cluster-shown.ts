import { z } from 'zod';

const grantsSchema = z.array(z.looseObject({ grant: z.string(), instanceKey: z.string() }));

/** True for a handle, as `gdn handle show` prints it, that is completed. */
export function isCompleted(shown: unknown): boolean {
  return z.looseObject({ status: z.string() }).parse(shown).status === 'completed';
}

/** True for an instance, as `gdn instance show` prints it, that has no open turn. */
export function isIdle(shown: unknown): boolean {
  return z.looseObject({ openTurns: z.array(z.unknown()) }).parse(shown).openTurns.length === 0;
}

/** What was allowed for good in an instance, in what `gdn policy grants` prints. */
export function grantIn(printed: string, key: string): string {
  const grants = grantsSchema.parse(JSON.parse(printed));
  return grants.find(({ instanceKey }) => instanceKey === key)?.grant ?? '';
}
