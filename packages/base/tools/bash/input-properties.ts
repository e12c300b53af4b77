/** How long a command may take where the call does not say. */
export const defaultTimeoutMs = 30_000;

/**
 * The most a call can ask for. The limit of the tool itself is later, so that a command that takes too long is ended here, where what
 * it printed is known.
 */
export const longestTimeoutMs = 590_000;

/** The limit of the tool: see `longestTimeoutMs`. */
export const toolTimeoutMs = 600_000;

/** Parameters that both exports have. */
export const commonProperties = {
  timeoutMs: {
    type: 'integer',
    minimum: 1,
    maximum: longestTimeoutMs,
    description: `After how many milliseconds the command and everything it started is ended. Default ${defaultTimeoutMs}.`,
  },
  cwd: {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    description: 'The folder to run in: a path in the workdir. Default: the workdir itself.',
  },
  env: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 100_000 },
    propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
    maxProperties: 100,
    description:
      'Environment variables by name. Only names that policy allows (policy.permissions.env.allow); others can be set in the command ' +
      'itself: NAME=value program.',
  },
} as const;
