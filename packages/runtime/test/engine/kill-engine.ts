import { join } from 'node:path';

/** Runs an engine in a process of its own until it has said something, and kills it once `then` has looked at that. */
export async function killEngine(
  mode: 'hold' | 'call',
  stateRoot: string,
  then: (said: string, pid: number) => void | Promise<void>,
): Promise<void> {
  const script = join(import.meta.dir, 'engine-child.ts');
  const child = Bun.spawn([process.execPath, '--no-install', script, mode, stateRoot], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  try {
    for await (const chunk of child.stdout) {
      await then(new TextDecoder().decode(chunk).trim(), child.pid);
      child.kill('SIGKILL');
    }
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
}
