import { closeSync, constants, openSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { removeQuietly } from './private-folder.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** What every pipe holds at the least (POSIX asks for 4 KiB in one piece). */
const sureRoom = 4096;

/** One of the outputs, being read. `cancel` ends the reading, `close` must follow. */
export interface OutputReader {
  /** The next part, or nothing at the end. */
  read(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
  close(): void;
}

/**
 * The pipes between us and a supervisor. They are named ones because what Bun gives its children are sockets, which cannot be opened as
 * /dev/stdout and make bash read its start-up files; and because they can be opened anew for each command, so that nothing keeps our process
 * alive between two.
 */
export class RunnerPipes {
  readonly #folder: string;
  /** The ends of the child: stdin, stdout, stderr. To be closed when it has them. */
  readonly childEnds: readonly [number, number, number];
  readonly #input: number;
  readonly #kept: readonly number[];
  #isClosed = false;

  constructor(folder: string) {
    this.#folder = folder;
    const paths = ['in', 'out', 'err'].map((name) => join(folder, name));
    const made = Bun.spawnSync(['mkfifo', ...paths], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      env: { PATH: process.env['PATH'] ?? '' },
    });
    if (!made.success) throw new GoondanError('E_TOOL', `No pipes could be made: ${made.stderr.toString()}`);
    // A pipe that has a reader can be opened for writing, and the other way round, without waiting.
    const opening = this.#open('in', O_RDONLY | O_NONBLOCK);
    this.#input = this.#open('in', O_WRONLY);
    const input = this.#open('in', O_RDONLY);
    closeSync(opening);
    this.#kept = ['out', 'err'].map((name) => this.#open(name, O_RDONLY | O_NONBLOCK));
    this.childEnds = [input, this.#open('out', O_WRONLY), this.#open('err', O_WRONLY)];
  }

  /** Gives the child's ends up: from now on the pipes end when the child and its children do. */
  closeChildEnds(): void {
    this.childEnds.forEach((end) => closeSync(end));
  }

  /** Hands a text to the supervisor. */
  async send(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // The pipe is empty, so that this much finds room at once; a thread for it would cost more than the rest.
    if (bytes.length <= sureRoom) {
      writeSync(this.#input, bytes);
      return;
    }
    for (let at = 0; at < bytes.length;) at += await writeSome(this.#input, bytes.subarray(at));
  }

  /** Opens one of the outputs where the last reader left off. */
  read(name: 'out' | 'err'): OutputReader {
    const end = this.#open(name, O_RDONLY | O_NONBLOCK);
    const reader = Bun.file(end).stream().getReader();
    const read = async (): Promise<Uint8Array | undefined> => (await reader.read()).value;
    return { read, cancel: () => reader.cancel(), close: () => closeSync(end) };
  }

  /**
   * Writes the mark in place of a supervisor that is gone: a pipe without writers is not always noticed by those who read it.
   * Where others still write, they hold the pipe open, and `cancel` has to end the reading.
   */
  async finish(mark: string, afterMark: string): Promise<void> {
    await Promise.all([this.#writeEnd('out', mark + afterMark), this.#writeEnd('err', mark)]);
  }

  async #writeEnd(name: string, text: string): Promise<void> {
    for (let attempt = 0; attempt < 100 && !this.#isClosed; attempt += 1) {
      try {
        const end = this.#open(name, O_WRONLY | O_NONBLOCK);
        try {
          writeSync(end, text);
          return;
        } finally {
          closeSync(end);
        }
      } catch {
        // It is full; whoever reads it makes room.
        await Bun.sleep(10);
      }
    }
  }

  /** Gives everything up. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const end of [this.#input, ...this.#kept]) closeSync(end);
    removeQuietly(this.#folder);
  }

  #open(name: string, flags: number): number {
    return openSync(join(this.#folder, name), flags);
  }
}

function writeSome(end: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(end, bytes, (error, written) => (error === null ? resolve(written) : reject(error)));
  });
}
