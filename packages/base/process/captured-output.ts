/** How much is kept of the beginning and of the end of an output. */
export interface CaptureLimits {
  readonly head: number;
  readonly tail: number;
}

/** An output as it can be shown. */
export interface CapturedText {
  readonly text: string;
  /** How much there was. */
  readonly bytes: number;
  /** Whether something in the middle is missing from `text`. */
  readonly isCut: boolean;
  /** Whether it is text: false where some bytes are not UTF-8. */
  readonly isText: boolean;
}

/** Keeps the beginning and the end of an output of any size, in memory that does not grow with it. */
export class CapturedOutput {
  readonly #limits: CaptureLimits;
  readonly #head: Uint8Array;
  /** A ring: the byte at `#tailAt` is the oldest once it is full. */
  readonly #ring: Uint8Array;
  #bytes = 0;

  constructor(limits: CaptureLimits) {
    this.#limits = limits;
    this.#head = new Uint8Array(limits.head);
    this.#ring = new Uint8Array(limits.tail);
  }

  /** Takes the next part; it may be overwritten afterwards. */
  add(part: Uint8Array): void {
    const { head, tail } = this.#limits;
    const room = Math.max(0, head - this.#bytes);
    this.#head.set(part.subarray(0, room), Math.min(this.#bytes, head));
    const rest = part.subarray(room);
    const kept = rest.subarray(Math.max(0, rest.length - tail));
    let at = (Math.max(0, this.#bytes - head) + rest.length - kept.length) % tail;
    for (let from = 0; from < kept.length;) {
      const run = kept.subarray(from, from + tail - at);
      this.#ring.set(run, at);
      from += run.length;
      at = (at + run.length) % tail;
    }
    this.#bytes += part.length;
  }

  /**
   * What has been kept. Where the middle is missing, a line says how much of it, and no character is cut in two. Bytes that take much
   * more room as JSON than as they are, such as zeros, are shown in a smaller number.
   */
  read(): CapturedText {
    const { head, tail } = this.#limits;
    const afterHead = Math.max(0, this.#bytes - head);
    if (afterHead > tail) {
      const oldest = afterHead % tail;
      const end = Buffer.concat([this.#ring.subarray(oldest), this.#ring.subarray(0, oldest)]);
      return this.#shortened(this.#head, end);
    }
    const whole = Buffer.concat([this.#head.subarray(0, this.#bytes), this.#ring.subarray(0, afterHead)]);
    const shown = decoded(whole);
    if (this.#excessOf(shown.text) <= 1) return { ...shown, bytes: whole.length, isCut: false };
    const half = Math.ceil(whole.length / 2);
    return this.#shortened(whole.subarray(0, half), whole.subarray(half));
  }

  #shortened(start: Uint8Array, end: Uint8Array): CapturedText {
    const first = start.subarray(0, wholeCharacters(start));
    const last = end.subarray(continuationBytes(end));
    const missing = this.#bytes - first.length - last.length;
    const shown = [decoded(first), decoded(last)];
    const text = shown.map((part) => part.text).join(`\n[… ${missing} bytes left out …]\n`);
    const excess = this.#excessOf(text);
    if (excess > 1) {
      const [fewer, less] = [start, end].map((part) => Math.floor((part.length / excess) * 0.9));
      return this.#shortened(start.subarray(0, fewer), end.subarray(end.length - (less ?? 0)));
    }
    return { text, isText: shown.every((part) => part.isText), bytes: this.#bytes, isCut: true };
  }

  /** How many times more room a text takes as JSON than it should. */
  #excessOf(text: string): number {
    const { head, tail } = this.#limits;
    return Buffer.byteLength(JSON.stringify(text)) / (1.25 * (head + tail) + 100);
  }
}

function decoded(bytes: Uint8Array): { text: string; isText: boolean } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // Only a text with the replacement character can have been made of something else.
  const isText = !text.includes('\uFFFD') || Buffer.from(text).equals(bytes);
  return { text, isText };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** How many bytes at the beginning belong to a character that began before. */
function continuationBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && isContinuation(bytes[count])) count += 1;
  return count;
}

/** How many bytes there are without a character that goes on after the end. */
function wholeCharacters(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let back = 1; back <= Math.min(3, end); back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? end - back : end;
  }
  return end;
}
