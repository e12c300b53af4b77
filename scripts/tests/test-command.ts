import { fullOnly } from './full-only.ts';

/** How tests are run: a file on each core, those that took longest first. */
export const testCommand: readonly string[] = [
  'bun',
  'test',
  '--timeout',
  '120000',
  '--parallel',
  '--timings=scripts/tests/timings.json',
];

/** The same for all that is in the short tier. */
export const shortTierCommand: readonly string[] = [
  ...testCommand,
  ...fullOnly.map((file) => `--path-ignore-patterns=${file}`),
];
