import type { JsonValue } from '@goondan/core';

/** A value as a person reads it: text as it is, a lone `value` by itself, everything else as indented JSON. */
export function valueText(value: JsonValue): string {
  const plain = loneValue(value);
  return typeof plain === 'string' ? plain : JSON.stringify(plain, null, 2);
}

/** The value inside `{value: x}` where x is no list and no object. */
function loneValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { value: inner } = value;
  const isLone = inner !== undefined && Object.keys(value).length === 1;
  return isLone && (typeof inner !== 'object' || inner === null) ? inner : value;
}
