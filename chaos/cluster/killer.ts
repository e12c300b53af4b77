import type { RestateCluster } from '@goondan/cluster';
import type { Random } from '../random.ts';
import type { Word } from '../process/word.ts';
import type { Recovery } from './recovery.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Moments that are waited for: where handlers, steps and turns are. */
const words = ['start', 'effect', 'end', 'turn', 'step'] as const;
const wordLimitMs = 20_000;
/** One that takes longer to end turns again is stuck. */
const recoveryLimitMs = 90_000;
/** How often nothing more is killed before every turn has ended that was open: one that hangs must not be freed by the next kill. */
const quietShare = 0.3;
/** A server that was killed is started again after that: before, it may meet itself. */
const serverPauseMs = 500;

/** What a killer works with. */
interface KillerOptions {
  readonly cluster: RestateCluster;
  readonly random: Random;
  readonly recovery: Recovery;
}

/** Kills workers and servers at moments of the seed's choice, and starts them again where they were. */
export class Killer {
  readonly kills = { workers: 0, nodes: 0 };
  readonly #options: KillerOptions;
  readonly #listeners = new Set<(word: Word) => void>();

  constructor(options: KillerOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.kills.workers + this.kills.nodes;
  }

  /** Hears what workers say. */
  hear(word: Word): void {
    for (const listener of this.#listeners) listener(word);
  }

  /** Kills one of them, or a worker and a server at once, and comes back when all are there and turns end again: the next, or all that were open. */
  async kill(workers: readonly WorkerProcess[]): Promise<void> {
    const { cluster, random, recovery } = this.#options;
    const chance = random.next();
    const until = random.next() < quietShare ? 'all' : 'next';
    const worker = workers[random.below(workers.length)];
    const node = random.below(cluster.size);
    await this.#after(words[random.below(words.length)] ?? 'start', 1 + random.below(15));
    await Bun.sleep(random.next() * 30);
    const back: Promise<void>[] = [];
    if (chance < 0.6 && worker !== undefined) back.push(this.#worker(worker));
    if (chance >= 0.5) back.push(this.#node(node));
    await Promise.all(back);
    if (!(await recovery.settled(until, recoveryLimitMs)))
      throw new Error(
        `Of the turns that were to end (${until}) some had not ${recoveryLimitMs} ms after a kill.`,
      );
  }

  async #worker(worker: WorkerProcess): Promise<void> {
    this.kills.workers += 1;
    const { random, recovery } = this.#options;
    const pause = random.below(500);
    recovery.killed();
    await worker.kill();
    await Bun.sleep(pause);
    await worker.start();
  }

  async #node(place: number): Promise<void> {
    this.kills.nodes += 1;
    const { cluster, recovery } = this.#options;
    recovery.killed();
    await cluster.server(place).stop();
    await Bun.sleep(serverPauseMs);
    await cluster.restart(place);
  }

  /** The so-manieth of a word from now, or the end of the time: what is killed then may be anywhere. */
  async #after(word: string, count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let heard = 0;
    const listener = (one: Word): void => {
      if (one.word === word) heard += 1;
      if (heard === count) resolve();
    };
    this.#listeners.add(listener);
    const limit = setTimeout(resolve, wordLimitMs);
    await promise;
    clearTimeout(limit);
    this.#listeners.delete(listener);
  }
}
