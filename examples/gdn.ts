import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '../packages/cli/test/session.ts';

/** Runs `gdn`, with state of its own, in the folder of the examples. */
export type Gdn = (
  ...args: string[]
) => Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;

/** Hands over a `gdn` whose state is gone afterwards; one process runs all that it is asked for. */
export async function withGdn<Value>(use: (gdn: Gdn) => Promise<Value>): Promise<Value> {
  const state = await mkdtemp(join(tmpdir(), 'goondan-examples-'));
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: state, GOONDAN_STATE_ROOT: join(state, 'state') };
    await using session = openSession({ cwd: import.meta.dir, env });
    return await use((...args) => session.run(args));
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}
