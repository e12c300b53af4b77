import { availableParallelism } from 'node:os';
import { isFull } from './by-tier.ts';
import { fullOnly } from './full-only.ts';

/** How tests are run: a file on each core and one more, for many wait for processes; those that took longest first. */
export const testCommand: readonly string[] = [
  'bun',
  'test',
  '--timeout',
  '300000',
  `--parallel=${availableParallelism() + 1}`,
  '--timings=scripts/tests/timings.json',
];

/**
 * The same for all that is in the tier that is asked for. Files of the short one share what they import: to load it anew for each took a sixth of all
 * the time. In the full one files run other test files on another engine, and must not meet them.
 */
export const tierCommand: readonly string[] = isFull
  ? testCommand
  : [...testCommand, '--no-isolate', ...fullOnly.map((file) => `--path-ignore-patterns=${file}`)];
