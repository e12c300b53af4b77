import type { RuntimeEvent, TurnDelta } from '../../../telemetry/runtime-event.ts';

/** How many may be on their way before pieces of text, and then events too, are left out: the journal has the events. */
const mostDeltas = 512;
const mostEvents = 4_096;
/** How many are taken before the sender is told. */
export const grantSize = 64;

/** Lets through what watchers can take: a flood of them must not fill the memory of whoever listens. */
export class ObserverValve {
  readonly #send: (event: RuntimeEvent | TurnDelta) => void;
  #underway = 0;

  constructor(send: (event: RuntimeEvent | TurnDelta) => void) {
    this.#send = send;
  }

  /** Passes one on, if there is room. */
  pass(event: RuntimeEvent | TurnDelta): void {
    if (this.#underway >= (event.type === 'delta' ? mostDeltas : mostEvents)) return;
    this.#underway += 1;
    this.#send(event);
  }

  /** The listener has taken so many. */
  grant(count: number): void {
    this.#underway = Math.max(0, this.#underway - count);
  }
}
