import { isRecord } from './json-value.ts';

/** True for a JSON leaf and for a plain object of nothing but leaves: what can be seen whole at one glance. */
export function isFlatJson(value: unknown): boolean {
  if (isLeaf(value)) return true;
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    if (!isLeaf(value[key])) return false;
  }
  return true;
}

function isLeaf(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    default:
      return value === null;
  }
}
