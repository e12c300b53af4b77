import type { SecretMask } from './secret-mask.ts';

/** More than this is not kept back: only a text that is nothing but secrets, one into the other, gets there. */
const mostHeld = 256 * 1024;

/** Masks one text that comes in pieces: together they are what `SecretMask.text` makes of it, wherever it was cut. */
export class SecretStream {
  readonly #mask: SecretMask;
  #held = '';

  constructor(mask: SecretMask) {
    this.#mask = mask;
  }

  /** What can be shown now that this piece is there; an end that may be the beginning of a secret is kept back. */
  add(piece: string): string {
    const text = this.#held + piece;
    const settled = this.#mask.settledLength(text);
    const shown = text.length - settled > mostHeld ? text.length : settled;
    this.#held = text.slice(shown);
    return this.#mask.text(text.slice(0, shown));
  }

  /** The rest; the text has ended. */
  end(): string {
    const rest = this.#mask.text(this.#held);
    this.#held = '';
    return rest;
  }
}
