/** The answer of a handler whose work ends later (PEND-1); made by `pending()`. */
export class Pending {
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
