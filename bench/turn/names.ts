/** The names by which checks find what was measured. */
export const names = {
  bareCommit: 'bare FULL commit',
  call: 'journaled call (intent + result)',
  idempotentCall: 'journaled call, idempotent (result)',
  throughput: 'calls of 64 instances',
  throughputWide: 'calls of 64 instances, 8 a step',
  turns: 'turns of 64 instances',
  rowsPerCommit: 'rows per commit',
  ourStep: 'our step, whole answer',
  ourStreamedStep: 'our step, streamed answer',
  ourStepOfThousand: 'our step, 1,000 registered',
  ourStepOfTenThousand: 'our step, 10,000 registered',
  ourStepWithMiddleware: 'our step, 3 middlewares of each kind',
  ourTurn: 'our turn of 2 steps',
  generateText: 'AI SDK generateText, 1 step',
  streamText: 'AI SDK streamText, 1 step',
  generateTextTurn: 'AI SDK generateText, 2 steps',
} as const;
