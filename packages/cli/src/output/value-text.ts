import type { JsonValue } from '@goondan/core';

/** A value as a person reads it: text as it is, a lone `value` by itself, everything else as indented JSON. */
export function valueText(value: JsonValue): string {
  const plain = loneValue(value);
  return typeof plain === 'string' ? plain : JSON.stringify(plain, null, 2);
}

/** The value of `{value}` or `{value, text}`, of which `text` is its written form; any other value as it is. */
function loneValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { value: inner, text, ...rest } = value;
  if (inner === undefined || Object.keys(rest).length > 0) return value;
  if (typeof text === 'string') return text;
  return text === undefined && (typeof inner !== 'object' || inner === null) ? inner : value;
}
