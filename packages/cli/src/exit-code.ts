/** Every exit code of `gdn`: what a script may rely on. */
export const exitCodes = {
  ok: 0,
  /** A turn failed, or something else that is nobody's usage, configuration or tool. */
  failed: 1,
  usage: 2,
  invalidConfig: 3,
  /** A person is needed: a call waits for approval or an answer. */
  inputNeeded: 4,
  toolError: 5,
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
