/**
 * Runs what `npm test` leaves out or cuts short, in full: all of it, or what lies in the folders and files that are named. `--left-out` names the files
 * that it leaves out.
 */
import { join } from 'node:path';
import { filesByTier } from './tests/files-by-tier.ts';
import { fullOnly } from './tests/full-only.ts';
import { makeScratchFolder } from './tests/scratch-folder.ts';
import { testCommand } from './tests/test-command.ts';

const leftOut = '--left-out';
const asked = process.argv.slice(2);
const names = asked.flatMap((name) => (name === leftOut ? fullOnly : [name]));
const all = new Set([...fullOnly, ...filesByTier(join(import.meta.dir, '..'))]);
const files = [...all].filter((file) => asked.length === 0 || names.some((name) => file.startsWith(name)));
const scratch = makeScratchFolder();
const child = Bun.spawn([...testCommand, ...files.map((file) => `./${file}`)], {
  env: { ...process.env, ...scratch.env, GOONDAN_TEST_TIER: 'full' },
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
});
process.exitCode = await child.exited;
scratch.remove();
