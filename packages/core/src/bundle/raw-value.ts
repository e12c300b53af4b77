import { isRecord } from '../json/json-value.ts';
import type { Path } from './finding.ts';

// Checks read documents that may have failed their schema: whatever is not of the expected shape counts as absent,
// because the shape check has already reported it.

/** What stands at `path`, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const segment of path) {
    if (Array.isArray(current)) current = current[Number(segment)];
    else if (isRecord(current) && Object.hasOwn(current, segment)) current = current[segment];
    else return undefined;
  }
  return current;
}

/** The string at `path`, or undefined. */
export function textAt(value: unknown, path: Path): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** The number at `path`, or undefined. */
export function numberAt(value: unknown, path: Path): number | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** The items of the list at `path`, each with its own path; none when there is no list. */
export function itemsAt(value: unknown, path: Path): { path: Path; value: unknown }[] {
  const found = valueAt(value, path);
  return Array.isArray(found)
    ? found.map((item: unknown, index) => ({ path: [...path, index], value: item }))
    : [];
}

/** The values of the mapping at `path`, each with its own path; none when there is no mapping. */
export function entriesAt(value: unknown, path: Path): { path: Path; value: unknown }[] {
  const found = valueAt(value, path);
  if (!isRecord(found)) return [];
  return Object.entries(found).map(([key, entry]) => ({ path: [...path, key], value: entry }));
}
