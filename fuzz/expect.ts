import * as fc from 'fast-check';

/** Throws unless the two are the same, all the way down. */
export function expect(got: unknown, wanted: unknown, what = ''): void {
  if (Bun.deepEquals(got, wanted, true)) return;
  throw new Error(`${what === '' ? '' : `${what}: `}got ${shown(got)}, wanted ${shown(wanted)}`);
}

function shown(value: unknown): string {
  return fc.stringify(value).slice(0, 600);
}
