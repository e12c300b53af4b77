import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WatchedProcess } from '@goondan/cluster';
import { isRecord, parseJson } from '@goondan/core/basics';
import { loadCluster } from './load-cluster.ts';

/** What the workers of a development cluster are started with. */
export interface DevWorkersOptions {
  readonly count: number;
  /** What `gdn worker` is given. */
  readonly args: readonly string[];
  /** Where each keeps its log. */
  readonly folder: string;
  readonly note: (text: string) => void;
}

/** Workers that run. */
export interface DevWorkers {
  readonly pids: () => readonly number[];
  /** Resolves when each serves, or has ended for the first time. */
  readonly serving: Promise<void>;
  /** Lets each finish what it is at, then ends it. */
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const bunfig = fileURLToPath(new URL('../../bin/bunfig.toml', import.meta.url));
const longestDelayMs = 5_000;
const graceMs = 8_000;

/** Starts workers, each in a process of its own, and starts one again that ends. */
export async function startDevWorkers(options: DevWorkersOptions): Promise<DevWorkers> {
  const { spawnWatched } = await loadCluster();
  const stopping = new AbortController();
  const pids = new Map<number, number>();
  const running = new Map<number, WatchedProcess>();
  const lives = Array.from({ length: options.count }, (_, index) => {
    const serving = Promise.withResolvers<void>();
    return { serving: serving.promise, over: live(index + 1, serving.resolve) };
  });
  return {
    pids: () => [...pids.values()],
    serving: Promise.all(lives.map(({ serving }) => serving)).then(() => undefined),
    async stop() {
      stopping.abort();
      for (const pid of pids.values()) endOf(pid);
      const late = setTimeout(() => {
        for (const child of running.values()) void child.kill();
      }, graceMs);
      await Promise.all(lives.map(({ over }) => over));
      clearTimeout(late);
    },
  };

  async function live(number: number, onServing: () => void): Promise<void> {
    const path = join(options.folder, `worker-${number}.log`);
    for (let delayMs = 200; !stopping.signal.aborted; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
      const log = openSync(path, 'a');
      const command = [process.execPath, '--no-install', '--no-env-file', `--config=${bunfig}`, main];
      const child = spawnWatched([...command, 'worker', ...options.args, '--json'], { log });
      closeSync(log);
      running.set(number, child);
      for await (const said of lines(child.stdout)) {
        const pid = pidIn(said);
        if (pid === undefined) continue;
        pids.set(number, pid);
        delayMs = 100;
        if (stopping.signal.aborted) endOf(pid);
        onServing();
      }
      const code = await child.exited;
      running.delete(number);
      pids.delete(number);
      onServing();
      if (stopping.signal.aborted) return;
      options.note(`worker ${number} ended (exit ${code}) and is started again; its log is ${path}`);
      await untilAborted(stopping.signal, delayMs);
    }
  }
}

function endOf(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** What a worker says first: where it is and which process. */
function pidIn(line: string): number | undefined {
  try {
    const said = parseJson(line);
    return isRecord(said) && typeof said['pid'] === 'number' ? said['pid'] : undefined;
  } catch {
    return undefined;
  }
}

async function untilAborted(signal: AbortSignal, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
