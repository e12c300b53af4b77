/** The same for every copy of this package: a bundle may bring its own. */
const brand = Symbol.for('goondan.Pending');

/** The answer of a handler whose work ends later (PEND-1); made by `pending()`. A class, so that inside other data it is no JSON. */
export class Pending {
  readonly [brand] = true;
  /** Chosen by the handler, else made by the executor. */
  readonly handle: string | undefined;

  constructor(handle: string | undefined) {
    this.handle = handle;
  }
}

/** Ends the call as pending: its result is `{status: 'pending', handle}` and the outcome follows by `complete(handle, …)`. */
export function pending(handle?: string): Pending {
  return new Pending(handle);
}

/** True for what `pending()` made. Never throws, whatever a handler gave back. */
export function isPending(value: unknown): value is Pending {
  try {
    return typeof value === 'object' && value !== null && brand in value;
  } catch {
    return false;
  }
}
