import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const namePattern = /^[0-9a-f-]{36}\.json$/;

/** Where values lie that are too large for the pipe, until the other side takes them. */
export class SpillFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Leaves a text for the other side. */
  write(text: string): string {
    mkdirSync(this.#folder, { recursive: true });
    const name = `${randomUUID()}.json`;
    writeFileSync(join(this.#folder, name), text, { mode: 0o600 });
    return name;
  }

  /** Takes a text that the other side left. The name comes from there: it must not lead elsewhere. */
  take(name: string): string {
    if (!namePattern.test(name)) throw new Error('a file of another name');
    const path = join(this.#folder, name);
    const text = readFileSync(path, 'utf8');
    rmSync(path, { force: true });
    return text;
  }

  /** Clears away what a crash left behind. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
