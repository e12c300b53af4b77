/** What both exports answer. */
export const outputSchema = {
  type: 'object',
  properties: {
    stdout: {
      type: 'string',
      description:
        'What was printed. Of a long output the beginning and the end, with a line between that says how much is missing.',
    },
    stderr: { type: 'string', description: 'What was printed to stderr, shortened in the same way.' },
    exitCode: {
      type: 'integer',
      description:
        '0 where the command says that it succeeded; 128 and the number of the signal where a signal ended it.',
    },
    signal: {
      type: 'string',
      description: 'The signal that an exit code above 128 stands for, such as SIGKILL.',
    },
    durationMs: { type: 'integer', description: 'How long the command ran.' },
    timedOut: {
      type: 'boolean',
      description: 'Whether the command was stopped because timeoutMs had passed.',
    },
    truncated: { type: 'boolean', description: 'Whether something is missing from stdout or stderr.' },
    stdoutBytes: { type: 'integer', description: 'How much was printed to stdout.' },
    stderrBytes: { type: 'integer', description: 'How much was printed to stderr.' },
    sandboxed: { type: 'boolean', description: 'Whether the command ran in the OS sandbox.' },
    note: { type: 'string', description: 'What else there is to know, and what to do about it.' },
  },
  required: [
    'stdout',
    'stderr',
    'exitCode',
    'durationMs',
    'timedOut',
    'truncated',
    'stdoutBytes',
    'stderrBytes',
    'sandboxed',
  ],
  additionalProperties: false,
};
