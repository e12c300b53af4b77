import { readdirSync, readFileSync } from 'node:fs';
import { canaries, withheld } from './canaries.ts';
import { findCanaries } from './find-canaries.ts';

/** Our own processes, which run the bundle's code and need its keys; and what they are about to start, while it is still a copy of them. */
const ownEntries = /swarm-run\.ts|engine\/local\/process\/child\.ts|bundle-module\/inspector\.ts/;

/** Looks, again and again, at every process that descends from one, and keeps what it should not have. */
export class ChildEnvironments {
  readonly found = new Set<string>();
  /** The programs that were seen. */
  readonly seen = new Set<string>();
  readonly #root: number;
  #isWatching = true;

  constructor(root: number) {
    this.#root = root;
    void this.#watch();
  }

  /** Looks no more. */
  stop(): void {
    this.#isWatching = false;
  }

  async #watch(): Promise<void> {
    while (this.#isWatching) {
      for (const pid of this.#descendants()) this.#look(pid);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #look(pid: number): void {
    const command = readProcess(pid, 'cmdline');
    const text = command.toString().replaceAll('\0', ' ');
    this.seen.add(text.slice(0, 80));
    // A command may give what it was allowed to have to whom it likes; nobody else may put it there.
    if (!text.includes('named by its command'))
      for (const one of findCanaries('the arguments of a process', command, canaries)) this.found.add(one);
    const environment = readProcess(pid, 'environ');
    // One that is turning into another program meanwhile is looked at when it has.
    const isStill = text !== '' && readProcess(pid, 'cmdline').equals(command);
    if (!isStill || ownEntries.test(text)) return;
    const where = `the environment of ${text.slice(0, 80)}`;
    for (const one of findCanaries(where, environment, withheld)) this.found.add(one);
  }

  #descendants(): number[] {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const [, parent] = /\) \S (\d+)/.exec(readProcess(Number(name), 'stat').toString()) ?? [];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    }
    return [...parents.keys()].filter((pid) => {
      for (let one = parents.get(pid); one !== undefined && one > 1; one = parents.get(one))
        if (one === this.#root) return true;
      return false;
    });
  }
}

function readProcess(pid: number, file: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    // It has ended, or is not ours to look at.
    return Buffer.alloc(0);
  }
}
