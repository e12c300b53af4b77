import { GoondanError } from '@goondan/core';
import type { Address, TurnOutcome } from '@goondan/runtime';
import { failedOutcome } from '@goondan/runtime/engine';
import { TerminalError, type Context } from '@restatedev/restate-sdk/fetch';
import type { ClusterCalls } from './cluster-calls.ts';
import type { EntryPump } from './entry-pump.ts';

/** What a wait for another turn is made of. */
export interface LimitOptions {
  readonly context: Pick<Context, 'sleep'>;
  readonly calls: ClusterCalls;
  readonly pump: EntryPump;
  readonly to: Address;
  readonly turnId: string;
  readonly timeoutMs: number;
  /** True once nobody waits any more. */
  readonly isOver: () => boolean;
}

const firstLookMs = 1_000;
const longestLookMs = 300_000;

/**
 * Resolves when the time is over; what the other spent waiting for a person does not count (PEND-3). While it waits it is looked at ever more
 * seldom: how long it waited is asked of it, not measured here.
 */
export async function untilLate(options: LimitOptions): Promise<'late'> {
  const { context, calls, pump, to, turnId, timeoutMs, isOver } = options;
  let slept = 0;
  let rest = timeoutMs;
  let lookMs = firstLookMs;
  for (;;) {
    await pump.add(context.sleep(rest));
    if (isOver()) return never();
    slept += rest;
    const { heldMs, isHeld } = await pump.add(calls.held(to, { turnId, windowMs: slept }));
    if (isOver()) return never();
    rest = timeoutMs + heldMs - slept;
    if (isHeld) {
      rest = Math.max(rest, lookMs);
      lookMs = Math.min(lookMs * 2, longestLookMs);
    } else if (rest <= 0) return 'late';
  }
}

/** What a turn came to that was cancelled before it began. Any other failure is thrown. */
export function cancelledBefore(
  thrown: unknown,
  turn: { readonly turnId: string; readonly traceId: string },
  reason = 'it was cancelled',
): TurnOutcome {
  // What Restate says of an invocation that was cancelled and never ran.
  if (!(thrown instanceof TerminalError) || thrown.code !== 409) throw thrown;
  return failedOutcome(turn, new GoondanError('E_AGENT_CANCELLED', reason));
}

function never(): Promise<never> {
  return new Promise(() => {});
}
