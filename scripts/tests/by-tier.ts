/** Whether all tests are to run, at full counts: CI asks for that. */
export const isFull = process.env['GOONDAN_TEST_TIER'] === 'full';

/** What a test uses in the full tier, and in the short one, which is what `npm test` runs unless it is told otherwise. */
export function byTier<const T>({ full, short }: { readonly full: T; readonly short: T }): T {
  return isFull ? full : short;
}
