const isFull = process.env['GOONDAN_TEST_TIER'] === 'full';

/** What a test uses in the full tier, which CI runs after `npm test`, and in the short one, which is `npm test` itself. */
export function byTier<const T>({ full, short }: { readonly full: T; readonly short: T }): T {
  return isFull ? full : short;
}
