import { expect } from 'bun:test';

/** Any text, inside an expected value. */
export const anyText: unknown = expect.any(String);
/** Any number, inside an expected value. */
export const anyNumber: unknown = expect.any(Number);

/** Text with this in it, inside an expected value. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}
