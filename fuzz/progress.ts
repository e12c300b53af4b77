import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Which case of which property a process is at: told by a file, so that it is known also of one that hangs or is gone. */
export interface Progress {
  readonly property: number;
  readonly count: number;
}

const bytes = 16;

/** Opens the file for writing. */
export function writeProgress(path: string): Disposable & { tell(progress: Progress): void } {
  const file = openSync(path, 'w');
  const numbers = new Float64Array(2);
  const buffer = new Uint8Array(numbers.buffer);
  return {
    tell({ property, count }) {
      numbers.set([property, count]);
      writeSync(file, buffer, 0, bytes, 0);
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

/** What was told last; undefined before anything was. */
export function readProgress(path: string): Progress | undefined {
  const buffer = readFileSync(path);
  if (buffer.length < bytes) return undefined;
  const [property = 0, count = 0] = new Float64Array(new Uint8Array(buffer).buffer);
  return { property, count };
}
