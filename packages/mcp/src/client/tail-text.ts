/** The end of a text that goes on and on. */
export class TailText {
  readonly #longest: number;
  #text = '';

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** What is kept, without blanks around it. */
  get text(): string {
    return this.#text.trim();
  }

  /** Adds to it; what is too old is forgotten. */
  add(more: string): void {
    this.#text = `${this.#text}${more}`.slice(-this.#longest).toWellFormed();
  }
}
