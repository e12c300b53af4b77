import type { TurnOutcome } from '@goondan/runtime';

/** What `gdn run --json` prints of a turn. */
export function outcomeJson(outcome: TurnOutcome) {
  const { output = null, turnId, traceId, status, steps, usage, toolCalls, error } = outcome;
  return {
    output,
    turnId,
    traceId,
    status,
    steps,
    toolCalls: toolCalls.map(({ id, name, args, result }) => {
      const { toolCallId: _, toolName: __, ...rest } = result;
      return { id, name, args, ...rest };
    }),
    usage,
    ...(error === undefined ? {} : { error }),
  };
}
