/** One thing wrong with a would-be schema. */
export interface SchemaProblem {
  /** JSON pointer inside the schema; '' for the whole. */
  readonly path: string;
  readonly message: string;
}
