/** The limit of the first layer, or the default where it sets none, made smaller by any other that sets a smaller one. */
export function smallest<Default extends number | undefined>(
  fallback: Default,
  [first, ...narrower]: readonly (number | undefined)[],
): number | Default {
  const widest: number | Default = first ?? fallback;
  const limits = [widest, ...narrower].filter((limit) => limit !== undefined);
  return limits.length === 0 ? widest : Math.min(...limits);
}
