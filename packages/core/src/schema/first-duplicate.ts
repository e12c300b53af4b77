import { sortedJson } from '../json/sorted-json.ts';

/** The positions of the first two equal items, in time by the size of the list; undefined when all differ. */
export function firstDuplicate(items: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const earlier = seen.get(key);
    if (earlier !== undefined) return [earlier, index];
    seen.set(key, index);
  }
  return undefined;
}

/** Equal for equal JSON: numbers, booleans and null stand for themselves, and a mark keeps strings apart from written-out objects. */
function keyOf(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`;
  return typeof item === 'object' && item !== null ? sortedJson(item) : item;
}
