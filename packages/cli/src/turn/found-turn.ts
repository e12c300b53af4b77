import type { OpenTurn, RuntimeEvent } from '@goondan/runtime';
import { count, duration } from '../output/duration.ts';

/** What is on record of a turn that is found open. */
export interface FoundTurn {
  readonly turn: OpenTurn;
  readonly events: readonly RuntimeEvent[];
  /** Of a turn with a call that waits for a person, or waited for one who has answered meanwhile. */
  readonly person: 'awaited' | 'answered' | undefined;
}

/** Says of a turn that is found open how far it had got. */
export function foundTurnText(found: FoundTurn, now: number): string {
  const { turnId, agent, instanceKey, acceptedAt } = found.turn;
  const age = duration(Math.max(0, now - acceptedAt));
  return `turn ${turnId} of ${agent}/${instanceKey}, accepted ${age} ago, ${stateText(found)}`;
}

function stateText({ turn, events, person }: FoundTurn): string {
  if (person === 'awaited') return 'waits for a person';
  if (person === 'answered') return 'waited for a person, who has answered';
  if (!turn.isBegun) return 'had not begun';
  const ended = spansOf(events, ['tool.completed', 'tool.failed']);
  const calls = spansOf(events, ['tool.started']).union(ended);
  return calls.size === 0
    ? 'was cut off'
    : `was cut off: ${ended.size} of ${count(calls.size, 'call')} had finished`;
}

function spansOf(events: readonly RuntimeEvent[], types: readonly RuntimeEvent['type'][]): Set<string> {
  return new Set(events.filter(({ type }) => types.includes(type)).map(({ spanId }) => spanId));
}
