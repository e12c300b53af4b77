import type { RestateEngine } from '@goondan/cluster';
import { inputEvent } from '@goondan/runtime';

/** How turns are made. */
export interface TurnsOptions {
  readonly engine: RestateEngine;
  readonly input: string;
  /** The instance of the so-manieth turn. */
  readonly instanceOf: (number: number) => string;
  /** How many run side by side. */
  readonly concurrency: number;
  /** True when no more are to be begun. */
  readonly isOver: (number: number) => boolean;
}

/** Makes turns, waits for each, and tells how many a second ended. Throws where one does not complete. */
export async function makeTurns(options: TurnsOptions): Promise<number> {
  const { engine, input, instanceOf, concurrency, isOver } = options;
  let begun = 0;
  let ended = 0;
  const started = performance.now();
  const work = async (): Promise<void> => {
    while (!isOver(begun)) {
      const instanceKey = instanceOf(begun);
      begun += 1;
      const { status, error } = await engine.request({ agent: 'adder', instanceKey }, inputEvent(input));
      if (status !== 'completed') throw new Error(`A turn was ${status}: ${error?.message ?? ''}`);
      ended += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return ended / ((performance.now() - started) / 1000);
}

/** Makes turns for that time. */
export function turnsPerSecond(options: Omit<TurnsOptions, 'isOver'>, milliseconds: number): Promise<number> {
  const until = performance.now() + milliseconds;
  return makeTurns({ ...options, isOver: () => performance.now() >= until });
}
