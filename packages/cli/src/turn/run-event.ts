import type { AgentEvent } from '@goondan/core';
import type { Address, Engine, RuntimeEvent, SubmitOptions, TurnDelta, TurnOutcome } from '@goondan/runtime';
import type { HeldCall } from './held-call.ts';
import { runTurns } from './run-turns.ts';

/** An event whose turn is to be run. */
export interface EventRequest {
  readonly engine: Engine;
  /** Where the handles lie. */
  readonly handles: string;
  readonly to: Address;
  readonly event: AgentEvent;
  readonly submit: SubmitOptions;
  readonly isDraining?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly onEvent?: (event: RuntimeEvent | TurnDelta) => void;
  readonly onInterrupt?: () => void;
}

/** How the turn of one event ended, as far as it did. */
export type EventEnd =
  | {
      readonly kind: 'ended' | 'timeout';
      readonly outcome: TurnOutcome;
      /** Calls of turns it caused that wait for a person. */
      readonly held: readonly HeldCall[];
    }
  | { readonly kind: 'held'; readonly turnId: string; readonly held: readonly HeldCall[] }
  | { readonly kind: 'interrupted'; readonly turnId: string };

/** Hands an event to an agent and waits for its turn. */
export async function runEvent({ engine, to, event, submit, ...rest }: EventRequest): Promise<EventEnd> {
  const end = await runTurns({
    engine,
    begin: async () => {
      const { turnId } = await engine.send(to, event, submit);
      return [{ ...to, turnId, traceId: event.traceId }];
    },
    ...rest,
  });
  if (end.kind === 'interrupted') return { kind: 'interrupted', turnId: end.turns[0]?.turnId ?? '' };
  const [settled] = end.turns;
  if (settled === undefined) throw new Error('a turn was begun and is not there');
  if ('held' in settled) return { kind: 'held', turnId: settled.turn.turnId, held: settled.held };
  const held = end.caused.flatMap((turn) => ('held' in turn ? turn.held : []));
  return {
    kind: end.kind === 'timeout' ? 'timeout' : 'ended',
    outcome: settled.outcome,
    held: distinct(held),
  };
}

/** One held call may hold up several turns. */
function distinct(calls: readonly HeldCall[]): HeldCall[] {
  return [...new Map(calls.map((call) => [call.handle, call])).values()];
}
