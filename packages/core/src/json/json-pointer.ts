import { isRecord } from './json-value.ts';

/** The JSON pointer of `key` below `pointer`. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys a JSON pointer names, from the outside in. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The own member `key` of an object or array, never something inherited; of an array its elements alone. */
export function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value) ? key === 'length' : !isRecord(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
