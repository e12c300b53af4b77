import { isRecord, type AgentEvent } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import type { TurnContext } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import { travelOf, type Travel } from './request-chain.ts';

const whitelistsSchema = shape.array(shape.array(shape.string()));

/** The lists of callers that bind a turn: those that came with its event, or bound the turn whose call has now ended. */
export async function whitelistsOf(context: TurnContext, event: AgentEvent): Promise<Travel['whitelists']> {
  const { input } = event;
  if (event.type !== 'tool.completed' || !isRecord(input) || typeof input.handle !== 'string')
    return travelOf(event).whitelists;
  return (await context.get(keyOf(input.handle), whitelistsSchema)) ?? [];
}

/** Work that ends later is still done for the caller: what comes of it is bound as the turn was that began it. */
export function keepWhitelists(
  context: TurnContext,
  { toolCalls }: TurnOutcome,
  whitelists: Travel['whitelists'],
): void {
  if (whitelists.length === 0) return;
  for (const { result } of toolCalls)
    if (result.handle !== undefined) context.set(keyOf(result.handle), whitelists);
}

function keyOf(handle: string): string {
  return `delegated/${handle}`;
}
