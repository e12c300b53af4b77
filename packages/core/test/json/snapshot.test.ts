import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isRecord } from '../../src/json/json-value.ts';
import { snapshot, type Snapshot, type SnapshotLimits } from '../../src/json/snapshot.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const limits: SnapshotLimits = { maxDepth: 10, maxSize: 10_000, refusePrototypeKey: false };

function take(value: unknown, changes: Partial<SnapshotLimits> = {}): Snapshot {
  return snapshot(value, { ...limits, ...changes });
}

function failureOf(value: unknown, changes: Partial<SnapshotLimits> = {}): string {
  const copy = take(value, changes);
  return copy.status === 'failed' ? `${copy.path || '(root)'} ${copy.reason}` : 'it was taken';
}

describe('a snapshot', () => {
  test('is equal to any JSON value, shares nothing with it, and survives JSON unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
        const copy = take(value, { maxSize: Infinity });
        if (copy.status === 'failed') throw new Error(`${copy.path} ${copy.reason}`);
        expect(JSON.stringify(copy.value)).toBe(JSON.stringify(value));
        expect(JSON.stringify(JSON.parse(JSON.stringify(copy.value)))).toBe(JSON.stringify(copy.value));
        if (typeof value === 'object' && value !== null) expect(copy.value).not.toBe(value);
      }),
      { numRuns: 5000, seed: 51 },
    );
  });

  test('of anything at all never throws and, where it is taken, can be written as JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
          withObjectString: true,
        }),
        (value) => {
          const copy = take(value);
          if (copy.status === 'ok') expect(JSON.stringify(copy.value)).toBeString();
          else expect(copy.reason).not.toBe('');
        },
      ),
      { numRuns: byTier({ full: 10_000, short: 1_000 }), seed: 52 },
    );
  });

  test('of an object of leaves is what a walk makes of it, to its size and its refusals', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined, -0, 1n),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0'));
    fc.assert(
      fc.property(fc.dictionary(key, leaf), fc.integer({ max: 200 }), fc.boolean(), (flat, ...changes) => {
        const [maxSize, refusePrototypeKey] = changes;
        const walked: unknown = Object.defineProperties(
          Object.create(null),
          Object.getOwnPropertyDescriptors(flat),
        );
        const taken = take(flat, { maxSize, refusePrototypeKey });
        expect(taken).toEqual(take(walked, { maxSize, refusePrototypeKey }));
        if (taken.status === 'ok' && isRecord(taken.value))
          for (const value of Object.values(taken.value)) expect(Object.is(value, -0)).toBe(false);
      }),
      { numRuns: 2000, seed: 52 },
    );
  });

  test('keeps the order of keys', () => {
    const copy = take({ b: 1, a: 2, '10': 3, '9': 4 });
    expect(copy.status === 'ok' && JSON.stringify(copy.value)).toBe('{"9":4,"10":3,"b":1,"a":2}');
  });

  test('reads each property once', () => {
    let reads = 0;
    const value = {
      get a() {
        return (reads += 1);
      },
    };
    expect(take(value)).toMatchObject({ status: 'ok', value: { a: 1 } });
    expect(reads).toBe(1);
  });

  test('leaves out symbols as keys, hidden properties and what is inherited', () => {
    const hidden = Object.defineProperty({ [Symbol('s')]: 1, a: 1 }, 'b', { value: 2, enumerable: false });
    expect(take(hidden)).toMatchObject({ value: { a: 1 } });
    expect(failureOf(Object.create({ inherited: 1 }))).toContain('is an instance of');
  });
});

describe('limits', () => {
  test('size: an array that is too long by its length alone is refused before it is looked through', () => {
    let looked = 0;
    const long = new Proxy(Array.from({ length: 30 }), {
      get: (elements, key, receiver): unknown => {
        looked += key === '0' ? 1 : 0;
        return Reflect.get(elements, key, receiver);
      },
    });
    expect(failureOf(long, { maxSize: 100 })).toBe('(root) is larger than the limit of 100 characters');
    expect(looked).toBe(0);
  });

  test('depth: ten levels are taken, eleven are not, and the path leads there', () => {
    const nested = (depth: number): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < depth; level += 1) value = [value];
      return value;
    };
    expect(take(nested(10)).status).toBe('ok');
    expect(failureOf(nested(11))).toBe(
      `${'/0'.repeat(10)} is nested deeper than 10 levels or refers to itself`,
    );
  });

  test('size: strings, keys and values count', () => {
    expect(take('x'.repeat(96), { maxSize: 100 })).toMatchObject({ status: 'ok', size: 100 });
    expect(failureOf('x'.repeat(97), { maxSize: 100 })).toBe(
      '(root) is larger than the limit of 100 characters',
    );
    expect(failureOf({ ['k'.repeat(100)]: 1 }, { maxSize: 100 })).toContain('is larger than the limit');
    expect(
      failureOf(
        Array.from({ length: 20 }, () => null),
        { maxSize: 100 },
      ),
    ).toContain('/16 is larger');
  });

  test('size: an array that pretends to be endless is refused at the limit', () => {
    const endless = new Proxy([], {
      get: (target, key): unknown => (key === 'length' ? Infinity : Reflect.get(target, key)),
    });
    expect(failureOf(endless)).toContain('is larger than the limit');
    const sparse: unknown[] = [];
    sparse.length = 4_294_967_295;
    expect(failureOf(sparse)).toContain('is larger than the limit');
  });

  test('§12: of a key that is too long no part is told, nor where the path is cut', () => {
    const key = 'sk-test-0123456789';
    expect(failureOf({ [`${'k'.repeat(50)}${key}`]: 1n })).toBe(
      '/… is a BigInt; return a string or a number',
    );
    let value: unknown = { [`${key}${'z'.repeat(30)}`]: 1n };
    for (let depth = 0; depth < 6; depth += 1) value = { ['n'.repeat(47)]: value };
    expect(failureOf(value)).not.toContain('sk-');
    expect(failureOf(value)).toEndWith('/… is a BigInt; return a string or a number');
  });

  test('§12: who knows the secrets is told a long key without them, cut', () => {
    const value = { [`${'k'.repeat(50)}secret${'k'.repeat(50)}`]: 1n };
    const copy = snapshot(value, limits, (key) => key.replace('secret', '***'));
    expect(copy.status === 'failed' && copy.path).toBe(`/${'k'.repeat(50)}***${'k'.repeat(7)}…`);
  });

  test('a long path is cut, so that the reason stays readable', () => {
    const deep = { maxDepth: 500, maxSize: Infinity };
    let value: unknown = 1n;
    for (let level = 0; level < 400; level += 1) value = { ['key'.repeat(50)]: value };
    const failure = failureOf(value, deep);
    expect(failure.length).toBeLessThan(400);
    expect(failure).toEndWith('… is a BigInt; return a string or a number');
  });
});

describe('__proto__', () => {
  const value: unknown = JSON.parse('{"a":{"__proto__":{"b":1}}}');

  test('is refused where the limits say so, at the object that has it', () => {
    expect(failureOf(value, { refusePrototypeKey: true })).toBe(
      '/a has the key "__proto__", which is not allowed',
    );
  });

  test('is data elsewhere', () => {
    const copy = take(value);
    expect(copy.status === 'ok' && JSON.stringify(copy.value)).toBe('{"a":{"__proto__":{"b":1}}}');
  });

  test('as the name of an inherited accessor is not read', () => {
    expect(take({}, { refusePrototypeKey: true })).toMatchObject({ status: 'ok', value: {} });
  });
});

describe('isRecord', () => {
  test('is true for objects and false for arrays, null and leaves', () => {
    for (const value of [{}, Object.create(null), new Date(0)]) expect(isRecord(value)).toBe(true);
    for (const value of [null, undefined, [], 'x', 1, () => 1]) expect(isRecord(value)).toBe(false);
  });
});

describe('what is hostile', () => {
  test('a proxy or getter that throws is a failure at its place', () => {
    const refuse = (): never => {
      throw new Error('trap');
    };
    expect(failureOf([0, new Proxy({}, { ownKeys: refuse })])).toBe(
      '/1 cannot be read: a property access threw',
    );
    expect(failureOf({ a: new Proxy([], { get: refuse }) })).toBe(
      '/a cannot be read: a property access threw',
    );
    expect(failureOf({ a: { b: new Proxy({}, { getPrototypeOf: refuse }) } })).toBe(
      '/a/b cannot be read: a property access threw',
    );
    expect(failureOf(new Proxy({}, { ownKeys: refuse }))).toBe(
      '(root) cannot be read: a property access threw',
    );
  });
});
