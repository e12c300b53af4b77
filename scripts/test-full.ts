/** Runs what `npm test` leaves out or cuts short, in full: CI does so after it. */
import { join } from 'node:path';
import { filesByTier } from './tests/files-by-tier.ts';
import { fullOnly } from './tests/full-only.ts';
import { testCommand } from './tests/test-command.ts';

const files = [...new Set([...fullOnly, ...filesByTier(join(import.meta.dir, '..'))])];
const child = Bun.spawn([...testCommand, ...files.map((file) => `./${file}`)], {
  env: { ...process.env, GOONDAN_TEST_TIER: 'full' },
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
});
process.exitCode = await child.exited;
