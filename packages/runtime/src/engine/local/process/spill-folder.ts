import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';

const namePattern = /^[0-9a-f-]{36}\.json$/;

/** A value must fit into the memory of the other side, several times. */
const largest = 64 * 1024 * 1024;

/** Where values lie that are too large for the pipe, until the other side takes them. */
export class SpillFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Leaves a text for the other side. Throws `E_BACKPRESSURE` for one that nobody can take. */
  write(text: string): string {
    if (text.length > largest)
      throw new GoondanError(
        'E_BACKPRESSURE',
        `A value of ${text.length} characters cannot be handed to another process; ${largest} are the most.`,
        { suggestion: 'Put it into a file and hand over its path.' },
      );
    mkdirSync(this.path, { recursive: true });
    const name = `${crypto.randomUUID()}.json`;
    writeFileSync(join(this.path, name), text, { mode: 0o600 });
    return name;
  }

  /** Takes a text that the other side left. The name comes from there: it must not lead elsewhere. */
  take(name: string): string {
    if (!namePattern.test(name)) throw new Error('a file of another name');
    const path = join(this.path, name);
    const stats = lstatSync(path);
    // To read a link or a pipe is to go, or to wait, wherever it leads.
    if (!stats.isFile() || stats.size > 4 * largest) throw new Error('a file of another kind');
    const text = readFileSync(path, 'utf8');
    rmSync(path, { force: true });
    return text;
  }

  /** Clears away what nobody took. */
  clear(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
