import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of this size is put aside, in place of the one put aside before. */
const largest = 10 * 1024 * 1024;

/** What the processes of one agent print, in a file that does not grow without end. */
export class AgentLog {
  readonly #path: string;
  #size: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** A full disk costs the log, not the agent. */
  write(text: string): void {
    try {
      this.#size ??= this.#sizeNow();
      if (this.#size > 0 && this.#size + text.length > largest) {
        renameSync(this.#path, `${this.#path}.1`);
        this.#size = 0;
      }
      appendFileSync(this.#path, text);
      this.#size += Buffer.byteLength(text);
    } catch {
      this.#size = undefined;
    }
  }

  #sizeNow(): number {
    mkdirSync(dirname(this.#path), { recursive: true });
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }
}
