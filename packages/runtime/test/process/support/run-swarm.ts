import { join } from 'node:path';

/** Runs a swarm in a process of its own, from the moment its events are accepted until `use` has ended. */
export async function runSwarm(
  { root, ending = 'default', events }: RunSwarmOptions,
  use: (child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>) => Promise<void>,
): Promise<void> {
  const script = join(import.meta.dir, 'swarm-process.ts');
  const child = Bun.spawn([process.execPath, '--no-install', script, root, ending, ...events], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  try {
    for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes('sent')) break;
    await use(child);
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
}

/** What it is run with. */
interface RunSwarmOptions {
  readonly root: string;
  /** What it does when it is asked to end: nothing of its own, or stop its engine. */
  readonly ending?: 'default' | 'graceful';
  /** `agent/instance input`. */
  readonly events: readonly string[];
}
