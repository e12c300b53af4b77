import { isRecord, type JsonObject, type JsonPrimitive } from './json-value.ts';

/** A copy with its size, counted as a snapshot counts it. */
export interface FlatCopy {
  readonly value: JsonPrimitive | JsonObject;
  readonly size: number;
}

const leafSize = 4;
const objectSize = 36;

/** The copy of a JSON leaf or of a plain object of nothing but leaves: what can be seen whole at one glance. Undefined for all else. */
export function flatCopy(value: unknown): FlatCopy | undefined {
  if (isLeaf(value)) return { value, size: sizeOf(value) };
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const copy: JsonObject = {};
  let size = objectSize;
  for (const key in value) {
    const member = value[key];
    if (!isLeaf(member) || key === '__proto__') return undefined;
    copy[key] = member;
    size += key.length + leafSize + sizeOf(member);
  }
  return { value: copy, size };
}

function sizeOf(leaf: JsonPrimitive): number {
  return typeof leaf === 'string' ? leaf.length + leafSize : leafSize;
}

function isLeaf(value: unknown): value is JsonPrimitive {
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
