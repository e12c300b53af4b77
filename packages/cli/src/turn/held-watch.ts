import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import { heldCallOf, type HeldCall } from './held-call.ts';

/** Whether a held call is one that somebody waits for. */
export type IsHolding = (event: RuntimeEvent) => boolean;

/** Remembers which calls wait for a person. */
export interface HeldWatch {
  readonly onEvent: (event: RuntimeEvent | TurnDelta) => void;
  /** Resolves once there is such a call; at once where there is one already. */
  readonly until: (isHolding: IsHolding) => Promise<void>;
  readonly calls: (isHolding: IsHolding) => readonly HeldCall[];
}

/** A watch over the events of an engine, from before it is started. */
export function createHeldWatch(): HeldWatch {
  const held = new Map<string, RuntimeEvent>();
  const waiting = new Set<() => void>();
  return {
    onEvent: (event) => {
      if (event.type === 'tool.released') held.delete(event.spanId);
      if (event.type !== 'tool.held') return;
      held.set(event.spanId, event);
      for (const check of waiting) check();
    },
    until: (isHolding) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!held.values().some(isHolding)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    calls: (isHolding) => held.values().filter(isHolding).map(heldCallOf).toArray(),
  };
}
