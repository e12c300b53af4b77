import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseJson, type JsonValue } from '@goondan/core';

/**
 * What happened, told outside the journal that is being tried: one line for each thing, on the disk when `write` returns. Several
 * processes may write to one file; the order of its lines is the order of what happened.
 */
export class Ledger {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a');
  }

  /** Adds a line. */
  write(line: JsonValue): void {
    // One call to the system: a kill leaves the whole line or, seldom, a piece of it that no line end follows.
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }

  /** Lets the file go. */
  close(): void {
    closeSync(this.#file);
  }
}

/** The lines of a ledger so far, each read by `reader`; none when nobody has written yet. */
export function readLedger<Line>(path: string, reader: { parse(line: unknown): Line }): Line[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => reader.parse(lineIn(line)));
}

/** What a line says. Before it may stand a piece of another that a kill cut off: nothing has followed from that, since it was not on the disk. */
export function lineIn(text: string): JsonValue {
  for (let at = 0; at !== -1; at = text.indexOf('{"', at + 1)) {
    try {
      return parseJson(text.slice(at));
    } catch {
      // The piece goes on.
    }
  }
  throw new SyntaxError(`There is no line in ${text}.`);
}
