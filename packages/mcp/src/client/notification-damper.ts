const listChanged = '"notifications/tools/list_changed"';
const quietMs = 50;

/** Lets one of many notices that the list has changed through at once, and one more for all that follow soon: a server may send them without end. */
export class NotificationDamper {
  readonly #pass: (line: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held: string | undefined;

  /** `pass` is given what was held back. */
  constructor(pass: (line: string) => void) {
    this.#pass = pass;
  }

  /** Whether the line is to be looked at now. */
  passes(line: string): boolean {
    // What is longer is something that merely speaks of it.
    if (line.length > 300 || !line.includes(listChanged) || line.includes('"id"')) return true;
    if (this.#timer !== undefined) {
      this.#held = line;
      return false;
    }
    this.#timer = setTimeout(() => this.#quiet(), quietMs);
    this.#timer.unref();
    return true;
  }

  #quiet(): void {
    this.#timer = undefined;
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && this.passes(held)) this.#pass(held);
  }
}
