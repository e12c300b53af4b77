import type { AgentEvent } from '@goondan/core';
import { isCompletion } from './completion-event.ts';
import type { Address } from './turn-context.ts';

/** The same event of the same agent, or of anyone outside, is the same turn on every engine, however often it is handed in. */
export function turnIdOf(to: Address, event: AgentEvent): string {
  const identity = JSON.stringify([to.agent, to.instanceKey, event.id, ...senderOf(event)]);
  return Bun.SHA256.hash(identity, 'hex').slice(0, 16);
}

/** Who takes the id of another's event does not take its place. */
function senderOf(event: AgentEvent): readonly string[] {
  if (event.source.kind === 'agent') return [event.source.name];
  // The moment was recorded with the outcome: nobody can know it beforehand, whatever else is forged.
  return isCompletion(event) ? ['handle', event.createdAt] : [];
}

/** What an entry of a turn that waits is answered under. */
export function handleOfEntry(turnId: string, name: string): string {
  return `h-${Bun.SHA256.hash(`${turnId}/${name}`, 'hex').slice(0, 12)}`;
}
