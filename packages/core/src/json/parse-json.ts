import type { JsonValue } from './json-value.ts';

/** What a JSON text says. Throws a SyntaxError when it is none. */
export function parseJson(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  if (isParsed(value)) return value;
  throw new SyntaxError('not JSON');
}

/** `JSON.parse` makes nothing but JSON values; the compiler cannot know. */
function isParsed(value: unknown): value is JsonValue {
  return value !== undefined;
}
