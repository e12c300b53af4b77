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
export function createHeldWatch(isAnswered: (handle: string) => Promise<boolean>): HeldWatch {
  const held = new Map<string, RuntimeEvent>();
  /** Told of as held, until it is known that there is no answer: one given while nothing ran lets it go on at once. */
  const looking = new Map<string, RuntimeEvent>();
  const waiting = new Set<() => void>();
  const look = async (event: RuntimeEvent): Promise<void> => {
    looking.set(event.spanId, event);
    const hasAnswer = await isAnswered(heldCallOf(event).handle).catch(() => false);
    if (looking.get(event.spanId) !== event) return;
    looking.delete(event.spanId);
    if (hasAnswer) return;
    held.set(event.spanId, event);
    for (const check of waiting) check();
  };
  return {
    onEvent: (event) => {
      if (event.type === 'delta' || !event.type.startsWith('tool.')) return;
      held.delete(event.spanId);
      looking.delete(event.spanId);
      if (event.type === 'tool.held') void look(event);
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
