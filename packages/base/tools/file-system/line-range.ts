import { setImmediate } from 'node:timers/promises';
import { readBytes } from '../../files/read-bytes.ts';
import type { TextEncoding } from './text-encoding.ts';

const chunk = 1024 * 1024;

/** Where lines lie in a file. */
export interface LineRange {
  /** The byte at which the first line begins. */
  readonly start: number;
  /** The byte after the last one, its line end included. */
  readonly end: number;
}

/** Finds lines, counted from 1; `lineCount` instead where the file has fewer than `first`. */
export async function findLines(
  file: { readonly descriptor: number; readonly encoding: TextEncoding; readonly textStart: number },
  range: { readonly first: number; readonly last: number },
  signal: AbortSignal,
): Promise<LineRange | { readonly lineCount: number }> {
  // An even number of bytes before each chunk keeps the two bytes of a UTF-16 unit together.
  let [position, line, lineStart] = [0, 1, file.textStart];
  let start = range.first === 1 ? file.textStart : undefined;
  for (;;) {
    const bytes = readBytes(file.descriptor, position, chunk);
    for (const end of lineEnds(bytes, file.encoding)) {
      if (line === range.last) return { start: start ?? lineStart, end: position + end };
      [line, lineStart] = [line + 1, position + end];
      if (line === range.first) start = lineStart;
    }
    position += bytes.length;
    if (bytes.length < chunk) break;
    await setImmediate();
    signal.throwIfAborted();
  }
  // After the last line end there is a line only if anything is there; but an empty file has one.
  const lineCount = lineStart >= position ? Math.max(line - 1, 1) : line;
  return start === undefined || range.first > lineCount ? { lineCount } : { start, end: position };
}

function* lineEnds(bytes: Uint8Array, encoding: TextEncoding): Generator<number> {
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (encoding === 'utf-16le') {
      if (at % 2 === 0 && bytes[at + 1] === 0) yield at + 2;
    } else if (encoding === 'utf-16be') {
      if (at % 2 === 1 && bytes[at - 1] === 0) yield at + 1;
    } else yield at + 1;
  }
}
