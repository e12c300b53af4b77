import { memberOf, pointerKeys, pointerTo } from '../json/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** A place in an entry's arguments where an earlier result goes. */
export interface PlanReference {
  readonly from: string;
  /** JSON pointer into that result; empty for all of it. */
  readonly path: string;
  /** JSON pointer to the reference itself, in the arguments. */
  readonly at: string;
}

/** What the arguments of an entry refer to, or where a reference is none. */
export type FoundReference = PlanReference | { readonly at: string; readonly problem: string };

const form = 'write {"$from": "<id>"} or {"$from": "<id>", "path": "/json/pointer"}';

/** Every reference in the arguments, in order. */
export function referencesIn(value: JsonValue, at = ''): FoundReference[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, pointerTo(at, index)));
  if (typeof value !== 'object' || value === null || isLiteral(value)) return [];
  if (Object.hasOwn(value, '$from')) return [referenceOf(value, at)];
  return Object.entries(value).flatMap(([key, item]) => referencesIn(item, pointerTo(at, key)));
}

/** The arguments with what `resultOf` gives in the place of references. Throws what it throws. */
export function withResults(
  args: JsonObject,
  resultOf: (reference: Omit<PlanReference, 'at'>) => JsonValue,
): JsonObject {
  return objectWith(args, (value) => filled(value, resultOf));
}

/** What lies at a pointer; undefined where there is nothing. */
export function valueAt(value: JsonValue, path: string): unknown {
  return pointerKeys(path).reduce<unknown>(memberOf, value);
}

function filled(value: JsonValue, resultOf: (reference: Omit<PlanReference, 'at'>) => JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => filled(item, resultOf));
  if (!isJsonObject(value)) return value;
  if (isLiteral(value)) return value['$literal'] ?? null;
  const { $from: from, path } = value;
  if (typeof from === 'string') return resultOf({ from, path: typeof path === 'string' ? path : '' });
  return objectWith(value, (item) => filled(item, resultOf));
}

function objectWith(value: JsonObject, change: (item: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}

function isLiteral(value: JsonObject): boolean {
  return Object.hasOwn(value, '$literal') && Object.keys(value).length === 1;
}

function referenceOf({ $from: from, path = '', ...rest }: JsonObject, at: string): FoundReference {
  const extra = Object.keys(rest)[0];
  if (extra !== undefined)
    return { at, problem: `a reference has no '${extra}': ${form}; {"$literal": …} keeps a value as it is` };
  if (typeof from !== 'string') return { at, problem: `$from must be the id of an entry: ${form}` };
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/')))
    return { at, problem: `path must be a JSON pointer such as /rows/0: ${form}` };
  return { from, path, at };
}
