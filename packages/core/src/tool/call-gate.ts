/** A call's place in the order of its step. */
export interface GatePlace {
  /** Resolves when it is the call's turn. */
  readonly entered: Promise<void>;
  /** Lets others go on; a second time changes nothing. */
  leave(): void;
}

interface Place {
  readonly isSequential: boolean;
  readonly enter: () => void;
}

/** Lets the calls of one step run side by side up to a limit, in order, with `sequential` ones alone (PAR-1). */
export class CallGate {
  readonly #limit: number;
  readonly #waiting: Place[] = [];
  #running = 0;
  #isExclusive = false;

  constructor(limit: number) {
    // A gate that lets nobody through would hang its step.
    this.#limit = Math.max(1, limit);
  }

  /** Takes the next place in the order; it must be left in the end, whether or not it was waited for. */
  reserve(isSequential: boolean): GatePlace {
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const place = { isSequential, enter };
    this.#waiting.push(place);
    this.#admit();
    let isLeft = false;
    return {
      entered,
      leave: () => {
        if (!isLeft) this.#leave(place);
        isLeft = true;
      },
    };
  }

  #leave(place: Place): void {
    const index = this.#waiting.indexOf(place);
    if (index >= 0) this.#waiting.splice(index, 1);
    else {
      this.#running -= 1;
      this.#isExclusive = false;
    }
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoomFor(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += 1;
      this.#isExclusive = next.isSequential;
      next.enter();
    }
  }

  #hasRoomFor(next: Place): boolean {
    if (this.#isExclusive) return false;
    return next.isSequential ? this.#running === 0 : this.#running < this.#limit;
  }
}
