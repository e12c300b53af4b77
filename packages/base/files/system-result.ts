/** A call of the operating system that failed. */
export interface SystemFailure {
  /** As the system writes it, such as `ENOENT`. */
  readonly errno: string;
}

/** What a call of the operating system gives: a number from 0, or why it failed. */
export type SystemResult = number | SystemFailure;

/** A path or a name: text, or bytes where a name on the disk is no text. */
export type Name = string | Uint8Array;

/** A name as text; bytes that are no text become U+FFFD. */
export function textOfName(name: Name): string {
  return typeof name === 'string' ? name : Buffer.from(name).toString();
}
