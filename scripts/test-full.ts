/** Runs what `npm test` leaves out or cuts short, in full: all of it, or what lies in the folders and files that are named. */
import { join } from 'node:path';
import { filesByTier } from './tests/files-by-tier.ts';
import { fullOnly } from './tests/full-only.ts';
import { makeScratchFolder } from './tests/scratch-folder.ts';
import { testCommand } from './tests/test-command.ts';

const only = process.argv.slice(2);
const all = new Set([...fullOnly, ...filesByTier(join(import.meta.dir, '..'))]);
const files = [...all].filter((file) => only.length === 0 || only.some((name) => file.startsWith(name)));
const scratch = makeScratchFolder();
const child = Bun.spawn([...testCommand, ...files.map((file) => `./${file}`)], {
  env: { ...process.env, ...scratch.env, GOONDAN_TEST_TIER: 'full' },
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
});
process.exitCode = await child.exited;
scratch.remove();
