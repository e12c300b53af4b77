import * as fc from 'fast-check';
import { withProperty } from './ill-typed.ts';

/** Arguments, and whether a tool that wants an integer `n`, if any, has to take them. */
export interface FuzzArgs {
  readonly args: unknown;
  readonly isValid: boolean;
}

/** What the tools of the fuzz test declare as their parameters. */
export const fuzzParameters = { type: 'object', properties: { n: { type: 'integer' } } };

const valid = (args: unknown): FuzzArgs => ({ args, isValid: true });
const invalid = (args: unknown): FuzzArgs => ({ args, isValid: false });

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

function throwing(): never {
  throw new Error('trap');
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cycle(): unknown {
  const object: Record<string, unknown> = { list: [] };
  object['list'] = [{ back: object }];
  return object;
}

const hostile: readonly FuzzArgs[] = [
  invalid(undefined),
  invalid(null),
  invalid([]),
  invalid('{"n":1}'),
  invalid(0),
  invalid(() => 1),
  invalid(new Date(0)),
  invalid(new Map()),
  invalid(1n),
  invalid(Symbol('s')),
  invalid({ n: '1' }),
  invalid({ n: 1.5 }),
  invalid({ n: null }),
  invalid({ n: [1] }),
  invalid({ n: Number.NaN }),
  invalid({ n: 1n }),
  invalid({ f: () => 1 }),
  invalid({ deep: [{ s: Symbol('s') }] }),
  invalid(JSON.parse('{"n":1,"__proto__":{"polluted":true}}')),
  invalid(JSON.parse('{"a":[{"__proto__":null}]}')),
  invalid(cycle()),
  invalid(revoked()),
  invalid({ inner: revoked() }),
  invalid(withProperty('n', { get: throwing })),
  invalid(new Proxy({}, { ownKeys: throwing })),
  invalid(new Proxy({}, { getPrototypeOf: throwing })),
  invalid(new Proxy([], { get: throwing })),
  invalid({ a: nested(100_000, (inner) => [inner]) }),
  invalid({ a: nested(100_000, (inner) => ({ a: inner })) }),
  invalid({ a: nested(500, (inner) => [inner]) }),
  valid({ a: nested(498, (inner) => [inner]) }),
  valid({ constructor: 1, hasOwnProperty: 2, toString: 'x', valueOf: null }),
  valid({ n: -0, u: undefined }),
  valid({ text: '\ud800\udfff\ud800', '\udc00': '\0' }),
  valid(Object.assign(Object.create(null), { n: 1 })),
  valid(new Proxy({ n: 1 }, {})),
  valid(withProperty('n', { get: () => 1 })),
];

const bomb = (levels: number): unknown => {
  let value: unknown = 'boom';
  for (let level = 0; level < levels; level += 1) value = [value, value];
  return value;
};

const heavy: readonly FuzzArgs[] = [
  valid({ text: 'x'.repeat(10_000_000) }),
  invalid({ text: 'x'.repeat(17_000_000) }),
  invalid({ ['k'.repeat(17_000_000)]: 1 }),
  invalid({ list: Array.from({ length: 5_000_000 }, () => 0) }),
  invalid({ bomb: bomb(60) }),
];

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

const ordinary = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    fc.integer(),
  )
  .map(([rest, n]): FuzzArgs => {
    const args = { ...rest, n };
    return { args, isValid: !hasPrototypeKey(args) };
  });

/** Arguments of every kind: mostly ordinary, often hostile, now and then enormous. */
export const fuzzArgs: fc.Arbitrary<FuzzArgs> = fc.oneof(
  { weight: 6000, arbitrary: ordinary },
  { weight: 1000, arbitrary: fc.constant(valid({})) },
  { weight: 4000, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: fc.constantFrom(...heavy) },
);
