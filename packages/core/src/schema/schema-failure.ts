/** One way in which a value does not fit its schema. */
export interface SchemaFailure {
  /** JSON pointer to the place in the value, '' for the whole; long keys are cut. */
  readonly path: string;
  /** What was expected and got: `must be string, got number 5`. */
  readonly message: string;
}

/** All failures in one line: `/path must be string, got number 5; /maxBytes must be >= 1, got 0`. */
export function joinFailures(
  failures: readonly { readonly path: string; readonly message: string }[],
): string {
  return failures.map(({ path, message }) => `${path === '' ? '(root)' : path} ${message}`).join('; ');
}
