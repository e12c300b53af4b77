/** A command line that cannot be understood. No `GoondanError`, for that would load core before the help is printed. */
export class UsageError extends Error {
  readonly code = 'E_USAGE' as const;
  /** Undefined: the code's own. */
  readonly suggestion: string | undefined;

  constructor(message: string, suggestion?: string) {
    super(message);
    this.name = 'UsageError';
    this.suggestion = suggestion;
  }
}
