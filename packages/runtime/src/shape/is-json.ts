import type { JsonValue } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';

/** True for what JSON can hold, through and through. */
export function isJson(value: unknown): value is JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    default:
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isJson);
      return isRecord(value) && isPlain(value) && Object.values(value).every(isJson);
  }
}

/** True for what was written as `{…}`, and no instance of a class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
