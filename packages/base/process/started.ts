import type { CommandRunner } from './command-runner.ts';
import type { LimitWatch } from './sandbox/limit-watch.ts';

/** A runner that is ready, and what watches over the limits of its commands. */
export interface Started {
  readonly runner: CommandRunner;
  /** Begins to watch over one command. */
  watch(): LimitWatch;
}
