/** How a stream ended: with its mark and what followed that, or without one because its writers are gone. */
export type MarkedEnd = { readonly isMarked: true; readonly after: string } | { readonly isMarked: false };

/**
 * Hands on what a stream brings until it ends with the mark and `extra` more bytes. Only the very end is looked at: the mark is
 * written when nobody else writes any more, so that gigabytes need not be searched.
 */
export class MarkedStream {
  readonly #mark: Buffer;
  readonly #extra: number;
  readonly #onData: (part: Uint8Array) => void;
  #held: Uint8Array = new Uint8Array();

  constructor(options: { mark: string; extra: number; onData: (part: Uint8Array) => void }) {
    this.#mark = Buffer.from(options.mark);
    this.#extra = options.extra;
    this.#onData = options.onData;
  }

  /** Takes the next part; answers once the mark has come. */
  add(part: Uint8Array): MarkedEnd | undefined {
    const length = this.#mark.length + this.#extra;
    if (part.length < length) {
      const joined = Buffer.concat([this.#held, part]);
      this.#pass(joined.subarray(0, Math.max(0, joined.length - length)));
      this.#held = joined.subarray(Math.max(0, joined.length - length));
    } else {
      this.#pass(this.#held);
      this.#pass(part.subarray(0, part.length - length));
      this.#held = Uint8Array.from(part.subarray(part.length - length));
    }
    const end = Buffer.from(this.#held.buffer, this.#held.byteOffset, this.#held.byteLength);
    if (end.length < length || !end.subarray(0, this.#mark.length).equals(this.#mark)) return undefined;
    this.#held = new Uint8Array();
    return { isMarked: true, after: end.toString('latin1', this.#mark.length) };
  }

  /** Says that nothing more comes. */
  end(): MarkedEnd {
    this.#pass(this.#held);
    this.#held = new Uint8Array();
    return { isMarked: false };
  }

  #pass(part: Uint8Array): void {
    if (part.length > 0) this.#onData(part);
  }
}
