import { join } from 'node:path';

/** A process that ends with us. */
export interface WatchedProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  /** Resolves with its exit code. */
  readonly exited: Promise<number>;
  /** Kills it. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a command that is killed when this process ends, also where it is killed; signals of our terminal do not reach it. `log` is the file its standard error is added to. */
export function spawnWatched(command: readonly string[], { log }: { readonly log: number }): WatchedProcess {
  const watchdog = join(import.meta.dir, 'watchdog.ts');
  const child = Bun.spawn([process.execPath, '--no-install', watchdog, ...command], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: log,
    detached: true,
  });
  return {
    stdout: child.stdout,
    exited: child.exited,
    kill: async () => {
      await child.stdin.end();
      await child.exited;
    },
  };
}
