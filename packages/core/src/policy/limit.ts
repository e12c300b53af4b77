/** The smallest limit any layer sets; the default only where none does. */
export function smallest<Default extends number | undefined>(
  fallback: Default,
  limits: readonly (number | undefined)[],
): number | Default {
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? fallback : Math.min(...set);
}
