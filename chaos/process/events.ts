import { createHash } from 'node:crypto';
import { sortedJson, type AgentEvent } from '@goondan/core';
import type { TurnOutcome } from '@goondan/runtime';
import { witnessInput } from '../turn/witness.ts';
import type { End } from './evidence.ts';
import { inputOf, tokenOf, type Place } from './load.ts';

/** The event of a place: handed in again it is the same. */
export function eventOf(place: Place): AgentEvent {
  return eventWith(`${place.instanceKey}/${tokenOf(place)}`, inputOf(place));
}

/** Asks an instance to tell its conversation. */
export function witnessEvent(instanceKey: string): AgentEvent {
  return eventWith(`${instanceKey}/witness`, witnessInput);
}

function eventWith(id: string, input: string): AgentEvent {
  const createdAt = new Date().toISOString();
  return { id, type: 'user.input', createdAt, input, source: { kind: 'connector', name: 'chaos' } };
}

/** What a turn came to, as it is written down. */
export function endOf(kind: End['kind'], outcome: TurnOutcome): End {
  const { turnId, status, output } = outcome;
  const calls = outcome.toolCalls.map(({ id, name, result }) => {
    const { error, handle } = result;
    return {
      id,
      name,
      status: result.status,
      isGivenUp: error?.message.includes('took its process down') ?? false,
      ...(error?.code === undefined ? {} : { code: error.code }),
      ...(handle === undefined ? {} : { handle }),
    };
  });
  const digest = createHash('sha256').update(sortedJson(outcome)).digest('hex').slice(0, 16);
  return { kind, turnId, status, digest, calls, ...(output === undefined ? {} : { output }) };
}
