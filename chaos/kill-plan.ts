import type { Random } from './random.ts';

/** When a process is to be killed. */
export interface KillPlan {
  /** After this word of the process; without it after its start. */
  readonly after?: string;
  /** After so many of them. */
  readonly count: number;
  /** And this much later. */
  readonly delayMs: number;
}

/** What the words of a process are: `ready` once, the others for things that go on happening. */
export interface Words {
  readonly ready: string;
  readonly others: readonly [string, ...string[]];
}

/** A moment to kill at: while it starts, while it takes up what was cut, right after something happened, or any time. */
export function planKill(random: Random, { ready, others }: Words): KillPlan {
  const chance = random.next();
  if (chance < 0.12) return { count: 1, delayMs: random.below(400) };
  if (chance < 0.25) return { after: ready, count: 1, delayMs: random.below(20) };
  // What happened is being recorded in the next millisecond or two.
  if (chance < 0.8)
    return { after: random.pick(others), count: 1 + random.below(25), delayMs: random.next() * 2.5 };
  return { after: ready, count: 1, delayMs: random.below(500) };
}
