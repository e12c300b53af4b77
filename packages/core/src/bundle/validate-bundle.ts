import type { Finding } from './finding.ts';
import { loadBundle, type LoadBundleOptions } from './load-bundle.ts';

/** What is wrong with a bundle, as `gdn validate --json` prints it. */
export interface BundleValidation {
  readonly valid: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Checks the bundle in `directory`, as `loadBundle` does, and sorts what was found by severity. */
export async function validateBundle(
  directory: string,
  options: LoadBundleOptions = {},
): Promise<BundleValidation> {
  const { valid, findings } = await loadBundle(directory, options);
  return {
    valid,
    errors: findings.filter(({ severity }) => severity === 'error'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
  };
}
