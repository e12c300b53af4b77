import { isRecord } from './json-value.ts';

/** A value as JSON text with the keys of every object in one order: equal values give equal texts. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
