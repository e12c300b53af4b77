import { expect } from 'bun:test';

/** Any text, inside an expected value. */
export const anyText: unknown = expect.any(String);
/** Any number, inside an expected value. */
export const anyNumber: unknown = expect.any(Number);

/** Text that fits the pattern, inside an expected value. */
export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** An object with at least these fields, inside an expected value. */
export function objectWith(fields: object): unknown {
  return expect.objectContaining(fields);
}
