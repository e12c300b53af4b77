import { createHash } from 'node:crypto';
import type { AgentEvent } from '@goondan/core';
import type { Address } from './turn-context.ts';

/** The same event of the same agent, or of anyone outside, is the same turn on every engine, however often it is handed in. */
export function turnIdOf(to: Address, { id, source }: AgentEvent): string {
  // By its sender too: an agent that takes the id of another's event does not take its place.
  const sender = source.kind === 'agent' ? [source.name] : [];
  const identity = JSON.stringify([to.agent, to.instanceKey, id, ...sender]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

/** What an entry of a turn that waits is answered under. */
export function handleOfEntry(turnId: string, name: string): string {
  return `h-${createHash('sha256').update(`${turnId}/${name}`).digest('hex').slice(0, 12)}`;
}
