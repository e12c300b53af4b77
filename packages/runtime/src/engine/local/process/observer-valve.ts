import type { RuntimeEvent, TurnDelta } from '../../../telemetry/runtime-event.ts';

/** How many frames may be on their way before pieces of text, and then events too, are left out: the journal has the events. */
const mostDeltas = 512;
const mostEvents = 4_096;

/** True when whoever watches can be told: a flood of events must not keep what matters from getting through. */
export function isRoomFor(event: RuntimeEvent | TurnDelta, underway: number): boolean {
  return underway < (event.type === 'delta' ? mostDeltas : mostEvents);
}
