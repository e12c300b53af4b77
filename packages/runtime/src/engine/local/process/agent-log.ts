import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { waitAtMost } from '../wait-for.ts';
import type { ChildProcess } from './child-process.ts';

/** A file of this size is put aside, in place of the one put aside before. */
const largest = 10 * 1024 * 1024;
/** A line that does not end is written in pieces of this size. */
const longestLine = 64 * 1024;
const lastWordsMs = 1_000;

/** What the processes of one agent print, in a file that does not grow without end and holds no secret. */
export class AgentLog {
  readonly #path: string;
  readonly #mask: (text: string) => string;
  #size: number | undefined;

  constructor(path: string, mask: (text: string) => string) {
    this.#path = path;
    this.#mask = mask;
  }

  /** Writes down what a process prints, to its end. */
  follow(child: ChildProcess): void {
    for (const stream of child.printed) void this.#follow(stream, child);
  }

  async #follow(stream: ReadableStream<Uint8Array>, child: ChildProcess): Promise<void> {
    const reader = stream.getReader();
    const read = this.#read(() => reader.read());
    await Promise.race([read, child.ended]);
    // Something that got away from it may hold the pipe open for ever.
    await waitAtMost(lastWordsMs, read);
    await reader.cancel().catch(() => undefined);
  }

  async #read(next: () => Promise<{ readonly value?: Uint8Array | undefined }>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for (let { value } = await next(); value !== undefined; { value } = await next()) {
        rest += decoder.decode(value, { stream: true });
        const end = rest.length > longestLine ? rest.length : rest.lastIndexOf('\n') + 1;
        this.#write(rest.slice(0, end));
        rest = rest.slice(end);
      }
    } catch {
      // The pipe broke with its process: what came through is all there is.
    }
    this.#write(rest);
  }

  /** A full disk costs the log, not the agent. */
  #write(text: string): void {
    if (text === '') return;
    const masked = this.#mask(text);
    try {
      this.#size ??= this.#sizeNow();
      if (this.#size > 0 && this.#size + masked.length > largest) {
        renameSync(this.#path, `${this.#path}.1`);
        this.#size = 0;
      }
      appendFileSync(this.#path, masked);
      this.#size += Buffer.byteLength(masked);
    } catch {
      this.#size = undefined;
    }
  }

  #sizeNow(): number {
    mkdirSync(dirname(this.#path), { recursive: true });
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }
}
