import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(import.meta.dir, '../node_modules/.bin/gdn');

/** Runs `gdn`, with state of its own, in the folder of the examples. */
export type Gdn = (
  ...args: string[]
) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;

/** Hands over a `gdn` whose state is gone afterwards. */
export async function withGdn<Value>(use: (gdn: Gdn) => Promise<Value>): Promise<Value> {
  const state = await mkdtemp(join(tmpdir(), 'goondan-examples-'));
  try {
    return await use(async (...args) => {
      const child = Bun.spawn([program, ...args], {
        cwd: import.meta.dir,
        env: { PATH: process.env['PATH'] ?? '', HOME: state, GOONDAN_STATE_ROOT: join(state, 'state') },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const [stdout, stderr, code] = await Promise.all([
        child.stdout.text(),
        child.stderr.text(),
        child.exited,
      ]);
      return { code, stdout, stderr };
    });
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}
