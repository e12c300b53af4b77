import { join } from 'node:path';
import { linesOf } from '../victim.ts';
import { readWord, type Word } from '../process/word.ts';

/** Characters of what a worker printed that are kept. */
const mostPrinted = 4_000;

/** What a worker is started with. */
export interface WorkerProcessOptions {
  readonly root: string;
  readonly port: number;
  /** `ingress,admin` of each server. */
  readonly addresses: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (word: Word) => void;
}

/** One place of a worker: a process, killed and started again. */
export class WorkerProcess {
  /** What its processes printed last that is no word. */
  printed = '';
  readonly #options: WorkerProcessOptions;
  #child: Bun.Subprocess<'pipe', 'pipe', 'pipe'> | undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
  }

  /** Starts it; resolves when it serves. */
  async start(): Promise<void> {
    const { root, port, addresses, env } = this.#options;
    const script = join(import.meta.dir, 'worker.ts');
    const child = Bun.spawn([process.execPath, '--no-install', script, root, String(port), ...addresses], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      // It leads a group of its own, as one that a shell or a service manager has started: what its handlers spawn ends with it.
      detached: true,
      env: { ...process.env, ...env },
    });
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    void this.#listen(child.stdout, () => ready.resolve());
    void this.#listen(child.stderr, () => undefined);
    const ended = child.exited.then(() => {
      throw new Error(`A worker ended before it served, having printed: ${this.printed}`);
    });
    ended.catch(() => undefined);
    await Promise.race([ready.promise, ended]);
  }

  /** Kills it with -9; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  async #listen(stream: ReadableStream<Uint8Array>, ready: () => void): Promise<void> {
    for await (const line of linesOf(stream)) {
      const word = readWord(line);
      if (word === undefined) this.printed = `${this.printed}${line}\n`.slice(-mostPrinted);
      else if (word.word === 'ready') ready();
      else this.#options.hear(word);
    }
  }
}
