import { pointerTo } from './json-pointer.ts';
import { isRecord, type JsonObject, type JsonValue } from './json-value.ts';

/** How much a snapshot takes before it refuses. */
export interface SnapshotLimits {
  readonly maxDepth: number;
  /** Counted in UTF-16 units of all strings and keys plus a few per value: a cheap stand-in for the size as text. */
  readonly maxSize: number;
  /** Refuse own keys named `__proto__`, which turn into prototypes when handlers copy objects carelessly. */
  readonly refusePrototypeKey: boolean;
}

/** A deep copy that is JSON, or the place and reason why there is none. */
export type Snapshot =
  | { readonly status: 'ok'; readonly value: JsonValue; readonly size: number }
  | { readonly status: 'failed'; readonly path: string; readonly reason: string };

/**
 * Copies a value while checking that it is JSON; what it gives was read once, so that what was checked is what is used.
 * `undefined` counts as null (as a property: as absent). Never throws: hostile getters and proxies are failures too.
 * `redact` takes what must not be told from the keys of a path, before they are cut; without it no part of a long key is told.
 */
export function snapshot(value: unknown, limits: SnapshotLimits, redact?: (key: string) => string): Snapshot {
  const walk = new Walk(limits);
  try {
    const flat = flatSnapshot(value, limits);
    if (flat !== undefined) return flat;
    const copy = walk.copy(value, 0);
    if (copy !== failed) return { status: 'ok', value: copy, size: walk.size };
  } catch {
    walk.reason = unreadable;
  }
  return { status: 'failed', path: pathOf(walk.keys, redact), reason: walk.reason };
}

const failed = Symbol('not JSON');
const unreadable = 'cannot be read: a property access threw';
const valueOverhead = 4;
/** What an empty container takes in memory, so that a million of them cannot hide behind a small count. */
const containerOverhead = 32;
/** The keys that lead to the value itself; one list for all, since most snapshots need none. */
const outermost: readonly string[] = [];
const longestKey = 60;
const longestPath = 300;

/**
 * The snapshot of a plain object of nothing but leaves, as most arguments and outputs are: at one glance, for a third of what a walk takes.
 * Undefined for all else, and for whatever has to be refused.
 */
function flatSnapshot(value: unknown, limits: SnapshotLimits): Snapshot | undefined {
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const copy: JsonObject = {};
  let size = containerOverhead + valueOverhead;
  for (const key in value) {
    if (!Object.hasOwn(value, key) || key === '__proto__') return undefined;
    const leaf = value[key];
    size += key.length + 2 * valueOverhead;
    switch (typeof leaf) {
      case 'string':
        size += leaf.length;
        copy[key] = leaf;
        break;
      case 'number':
        if (!Number.isFinite(leaf)) return undefined;
        copy[key] = leaf + 0;
        break;
      case 'boolean':
        copy[key] = leaf;
        break;
      default:
        return undefined;
    }
  }
  return size <= limits.maxSize ? { status: 'ok', value: copy, size } : undefined;
}

class Walk {
  size = 0;
  reason = '';
  readonly #limits: SnapshotLimits;
  /** Of the place that failed, from the outside in. */
  keys = outermost;

  constructor(limits: SnapshotLimits) {
    this.#limits = limits;
  }

  copy(value: unknown, depth: number): JsonValue | typeof failed {
    switch (typeof value) {
      case 'string':
        return this.#grow(value.length) ? value : failed;
      case 'number':
        if (!Number.isFinite(value)) return this.#fail(`is ${value}, which JSON cannot hold`);
        // -0 would come back from any JSON text as 0.
        return this.#grow(0) ? value + 0 : failed;
      case 'boolean':
        return this.#grow(0) ? value : failed;
      case 'undefined':
        return this.#grow(0) ? null : failed;
      case 'object':
        if (value === null) return this.#grow(0) ? null : failed;
        if (depth >= this.#limits.maxDepth) {
          return this.#fail(`is nested deeper than ${this.#limits.maxDepth} levels or refers to itself`);
        }
        if (Array.isArray(value)) return this.#copyArray(value, depth);
        return isRecord(value) ? this.#copyObject(value, depth) : this.#fail('is not JSON');
      case 'bigint':
        return this.#fail('is a BigInt; return a string or a number');
      case 'function':
        return this.#fail('is a function');
      case 'symbol':
        return this.#fail('is a symbol');
    }
  }

  #copyArray(elements: readonly unknown[], depth: number): JsonValue | typeof failed {
    if (!this.#grow(containerOverhead)) return failed;
    const copy: JsonValue[] = [];
    const { length } = elements;
    // Known before the walk: an array may be longer than there is time to look at.
    if (length * valueOverhead > this.#limits.maxSize) return this.#tooLarge();
    let index = 0;
    try {
      for (; index < length; index += 1) {
        const element = this.copy(elements[index], depth + 1);
        if (element === failed) return this.#failAt(String(index));
        copy.push(element);
      }
      return copy;
    } catch {
      this.#fail(unreadable);
      return this.#failAt(String(index));
    }
  }

  #copyObject(value: Record<string, unknown>, depth: number): JsonValue | typeof failed {
    if (!isPlain(value))
      return this.#fail(`is ${describeInstance(value)}; return a plain object, a string or a number`);
    if (!this.#grow(containerOverhead)) return failed;
    const copy: JsonObject = {};
    const keys = Object.keys(value);
    let index = 0;
    try {
      for (; index < keys.length; index += 1) {
        const key = keys[index] ?? '';
        const property = value[key];
        if (property === undefined) continue;
        if (!this.#grow(key.length)) return failed;
        const element = this.copy(property, depth + 1);
        if (element === failed) return this.#failAt(key);
        if (key !== '__proto__') copy[key] = element;
        else if (this.#limits.refusePrototypeKey)
          return this.#fail('has the key "__proto__", which is not allowed');
        else defineData(copy, key, element);
      }
      return copy;
    } catch {
      this.#fail(unreadable);
      return this.#failAt(keys[index] ?? '');
    }
  }

  #grow(by: number): boolean {
    this.size += by + valueOverhead;
    if (this.size <= this.#limits.maxSize) return true;
    this.#tooLarge();
    return false;
  }

  #tooLarge(): typeof failed {
    return this.#fail(`is larger than the limit of ${this.#limits.maxSize} characters`);
  }

  #fail(reason: string): typeof failed {
    this.reason = reason;
    return failed;
  }

  #failAt(key: string): typeof failed {
    this.keys = [key, ...this.keys];
    return failed;
  }
}

/** A key that assignment would take for the prototype. */
function defineData(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/**
 * A pointer to a place. A long one is cut, so that it cannot push the reason out of a message; between two keys, since half a secret would not
 * be found any more.
 */
function pathOf(keys: readonly string[], redact: ((key: string) => string) | undefined): string {
  let path = '';
  for (const key of keys) {
    const next = pointerTo(path, shownKey(key, redact));
    if (next.length > longestPath) return pointerTo(path, '…');
    path = next;
  }
  return path;
}

function shownKey(key: string, redact: ((key: string) => string) | undefined): string {
  if (redact === undefined) return key.length > longestKey ? '…' : key;
  const shown = redact(key);
  return shown.length > longestKey ? `${shown.slice(0, longestKey)}…` : shown;
}

/** Plain objects of another realm count: their prototype, too, is the end of its chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null;
}

function describeInstance(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name !== '' ? `an instance of ${name}` : 'an instance of a class';
}
