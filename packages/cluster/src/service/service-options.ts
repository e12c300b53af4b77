/** How a worker treats its invocations. */
export interface ServiceTimes {
  /**
   * How long an invocation may do nothing before it is put away until something happens. Longer than the longest step of any turn: a step
   * that is cut off is run again, or ends as `E_TOOL_OUTCOME_UNKNOWN`. Default 1 hour.
   */
  readonly inactivityMs?: number;
  /** How much longer it may take to come to a place where it can be put away. Default 1 hour. */
  readonly abortMs?: number;
  /** How long finished turns are known. Default 14 days. */
  readonly retentionMs?: number;
}

const hour = 60 * 60 * 1000;

/** Options for services whose work must never be given up, only waited for. */
export function serviceOptions({ inactivityMs = hour, abortMs = hour }: ServiceTimes) {
  return {
    inactivityTimeout: inactivityMs,
    abortTimeout: abortMs,
    journalRetention: 0,
    retryPolicy: {
      initialInterval: 50,
      exponentiationFactor: 2,
      maxInterval: 5_000,
      maxAttempts: 1_000_000,
      onMaxAttempts: 'pause',
    },
  } as const;
}

/** How long a turn is known once it has ended. */
export function retentionOf({ retentionMs = 14 * 24 * hour }: ServiceTimes): number {
  return retentionMs;
}
