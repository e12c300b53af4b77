import { randomUUID } from 'node:crypto';
import { linesOf, startVictim, type VictimOptions } from '../victim.ts';
import { childrenOf, descendantsOf, findProcess, type SystemProcess } from './system-processes.ts';
import { readWord, type Word } from './word.ts';

/** Characters of what a life printed that are kept. */
const mostPrinted = 4_000;

/** One life of the orchestrator, with the agent processes it has. */
export class Life {
  /** In the environment of all its processes. */
  readonly variable = `CHAOS_LIFE=${randomUUID()}`;
  readonly startedAt = performance.now();
  /** Resolves to the exit code when it is gone. */
  readonly ended: Promise<number>;
  /** What it printed last that is no word. */
  printed = '';
  /** Agents' conversations that have something to do. */
  open: readonly string[] = [];
  readonly #child: ReturnType<typeof startVictim>;
  readonly #processes = new Map<number, string>();
  readonly #listeners = new Set<(word: Word) => void>();
  #hasEnded = false;

  constructor({ env, ...victim }: Pick<VictimOptions, 'script' | 'args' | 'env'>) {
    const [name = '', value = ''] = this.variable.split('=');
    this.#child = startVictim({ ...victim, env: { ...env, [name]: value } });
    this.ended = this.#child.exited.finally(() => {
      this.#hasEnded = true;
    });
    // What agent processes say comes by its standard error.
    void this.#listen(this.#child.stdout);
    void this.#listen(this.#child.stderr);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Hears every word from now on. */
  hear(listener: (word: Word) => void): void {
    this.#listeners.add(listener);
  }

  /** The so-manieth of a word from now; undefined when the life or the time ended before. */
  async after(word: string, count: number, limitMs: number): Promise<Word | undefined> {
    const { promise, resolve } = Promise.withResolvers<Word | undefined>();
    let heard = 0;
    const listener = (one: Word): void => {
      if (one.word === word) heard += 1;
      if (heard === count) resolve(one);
    };
    this.#listeners.add(listener);
    const limit = setTimeout(() => resolve(undefined), limitMs);
    void this.ended.then(() => resolve(undefined));
    return promise.finally(() => {
      clearTimeout(limit);
      this.#listeners.delete(listener);
    });
  }

  /** The conversation a process of this life was last heard at, by process; those that are alive. */
  agentProcesses(): ReadonlyMap<number, string> {
    for (const pid of this.#processes.keys()) if (!this.isOurs(pid)) this.#processes.delete(pid);
    return this.#processes;
  }

  /** True for a living process that the orchestrator has started: no other may be killed. */
  isOurs(pid: number): boolean {
    return pid > 1 && findProcess(pid)?.parent === this.#child.pid;
  }

  /** Every process it has started. */
  children(): SystemProcess[] {
    return childrenOf(this.#child.pid);
  }

  /** Every process it has started, and what those have. */
  descendants(): SystemProcess[] {
    return descendantsOf(this.#child.pid);
  }

  /** Kills the orchestrator, at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of linesOf(stream)) {
      const word = readWord(line);
      if (word === undefined) this.printed = `${this.printed}${line}\n`.slice(-mostPrinted);
      else this.#take(word);
    }
  }

  #take(word: Word): void {
    if (word.word === 'open') this.open = word.who.split(',');
    if (word.pid > 0) this.#processes.set(word.pid, word.who);
    for (const listener of this.#listeners) listener(word);
  }
}
