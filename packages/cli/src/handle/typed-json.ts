import type { JsonObject, JsonValue } from '@goondan/core';
import { parseJson } from '@goondan/core/basics';
import { UsageError } from '../error/usage-error.ts';

/** The JSON a flag was given. Throws `E_USAGE`. */
export function typedJson(flag: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${flag} is not JSON: ${reason}`, `A text is written ${flag} '"like this"'.`);
  }
}

/** The JSON object a flag was given. Throws `E_USAGE`. */
export function typedObject(flag: string, text: string): JsonObject {
  const value = typedJson(flag, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${flag} is not an object`, `Give all arguments: ${flag} '{"path":"notes.md"}'.`);
}

/** What was typed as JSON where it is JSON, else as the text it is. */
export function jsonOrText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
