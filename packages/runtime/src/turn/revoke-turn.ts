import * as shape from '../shape/shape.ts';
import { turnErrorOf, type TurnOutcome } from '../engine/turn-outcome.ts';
import { grantNotFound } from './grant-not-found.ts';
import type { TurnState } from './turn-state.ts';

const inputSchema = shape.object({ grant: shape.string() });

/** A turn that takes one grant back: it stands in line with the turns of its instance, so that each of them knows what it may do. */
export async function runRevokeTurn(
  turn: TurnState,
): Promise<Pick<TurnOutcome, 'status' | 'output' | 'error'>> {
  const { data } = inputSchema.safeParse(turn.event.input);
  if (data !== undefined && turn.grants.revoke(data.grant))
    return { status: 'completed', output: { grant: data.grant, status: 'revoked' } };
  return { status: 'failed', error: turnErrorOf(grantNotFound(data?.grant ?? '')) };
}
