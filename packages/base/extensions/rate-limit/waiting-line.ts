/** Somebody who waits. */
export interface Waiter {
  readonly key: string;
  /** It is its turn. */
  admit(): void;
}

/** Those who wait: in line within a key, and the keys take turns, so that one that asks for much does not keep the others waiting. */
export class WaitingLine {
  /** The key whose turn is next comes first. */
  readonly #byKey = new Map<string, Waiter[]>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Puts somebody at the end of its key's line. */
  add(waiter: Waiter): void {
    const line = this.#byKey.get(waiter.key);
    if (line === undefined) this.#byKey.set(waiter.key, [waiter]);
    else line.push(waiter);
  }

  /** Lets somebody go who no longer waits. */
  remove(waiter: Waiter): void {
    const line = this.#byKey.get(waiter.key);
    const index = line?.indexOf(waiter) ?? -1;
    if (line === undefined || index < 0) return;
    line.splice(index, 1);
    if (line.length === 0) this.#byKey.delete(waiter.key);
  }

  /** Takes whose turn it is. */
  next(): Waiter | undefined {
    const [first] = this.#byKey;
    if (first === undefined) return undefined;
    const [key, line] = first;
    const waiter = line.shift();
    this.#byKey.delete(key);
    if (line.length > 0) this.#byKey.set(key, line);
    return waiter;
  }
}
