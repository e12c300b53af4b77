import type { AgentEvent } from '@goondan/core';
import type { TurnContext } from './turn-context.ts';
import type { TurnOutcome } from './turn-outcome.ts';

/** What a turn starts from. */
export interface TurnInput {
  readonly event: AgentEvent;
  /** W3C trace id of everything this turn does. */
  readonly traceId: string;
  /** The folder its tools work in (CTX-2). */
  readonly workdir: string;
  /** True when an earlier attempt was cut off. */
  readonly isResumed: boolean;
}

/** Runs the turns of one agent on whatever engine there is. */
export type TurnRunner = (context: TurnContext, input: TurnInput) => Promise<TurnOutcome>;
