import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { lineIn } from './ledger.ts';

const lookMs = 2;

/** Follows a ledger that others write, from what there is when it is made. */
export class LedgerTail<Line> {
  readonly #path: string;
  readonly #reader: { parse(line: unknown): Line };
  #at: number;

  constructor(path: string, reader: { parse(line: unknown): Line }) {
    this.#path = path;
    this.#reader = reader;
    this.#at = existsSync(path) ? statSync(path).size : 0;
  }

  /** The next line that is wanted; undefined when there is none within the time. */
  async next(isWanted: (line: Line) => boolean, limitMs: number): Promise<Line | undefined> {
    const end = performance.now() + limitMs;
    while (performance.now() < end) {
      const found = this.#read().find(isWanted);
      if (found !== undefined) return found;
      await Bun.sleep(lookMs);
    }
    return undefined;
  }

  #read(): Line[] {
    if (!existsSync(this.#path)) return [];
    const bytes = Buffer.alloc(Math.max(0, statSync(this.#path).size - this.#at));
    const file = openSync(this.#path, 'r');
    readSync(file, bytes, 0, bytes.length, this.#at);
    closeSync(file);
    const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
    this.#at += whole.length;
    return whole
      .toString('utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => this.#reader.parse(lineIn(line)));
  }
}
