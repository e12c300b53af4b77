/** A value that is a text; throws where it is none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${Bun.inspect(value)} is no text.`);
}
