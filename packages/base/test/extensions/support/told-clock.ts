import type { LimiterClock } from '../../../extensions/rate-limit/rate-limiter.ts';

/** A clock that goes on when it is told to. */
export interface ToldClock extends LimiterClock {
  /** Lets so much time pass; what is due happens in its order, each before the next. */
  advance(ms: number): Promise<void>;
  /** How many things are still to happen. */
  readonly waiting: number;
}

/** Makes one that stands at 0. */
export function toldClock(): ToldClock {
  let now = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      due.add(entry);
      return () => due.delete(entry);
    },
    get waiting() {
      return due.size;
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settled();
        const [next] = [...due].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
        if (next === undefined) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
      await settled();
    },
  };
}

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await Promise.resolve();
}
