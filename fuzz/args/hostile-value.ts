import * as fc from 'fast-check';

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

function throwing(): never {
  throw new Error('trap');
}

/** Values that no JSON text can give, or only one of enormous size; each is made when it is used. */
const makers: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  function: () => () => 1,
  bigint: () => 1n,
  symbol: () => Symbol('s'),
  date: () => new Date(0),
  map: () => new Map([['a', 1]]),
  notANumber: () => Number.NaN,
  infinity: () => Infinity,
  cycle: () => {
    const object: Record<string, unknown> = {};
    object['a'] = [object];
    return object;
  },
  getter: () => Object.defineProperty({}, 'a', { enumerable: true, get: throwing }),
  proxy: () => new Proxy({}, { ownKeys: throwing }),
  arrayProxy: () => new Proxy([], { get: throwing }),
  longArray: () => new Proxy([], { get: (_target, key) => (key === 'length' ? 2 ** 32 : 1) }),
  toJson: () => ({ toJSON: throwing }),
  prototypeKey: () => Object.fromEntries([['__proto__', { polluted: true }]]),
  deepArrays: () => nested(100_000, (inner) => [inner]),
  deepObjects: () => nested(100_000, (inner) => ({ a: inner })),
  hugeText: () => 'x'.repeat(17_000_000),
  hugeSurrogates: () => '\ud800'.repeat(17_000_000),
  sharedBomb: () => nested(60, (inner) => [inner, inner]),
  sparse: () => Object.assign([], { length: 5_000_000 }),
};

/** The name of one, so that a case can be printed. */
export const hostileName: fc.Arbitrary<string> = fc.constantFrom(...Object.keys(makers));

/** Makes the hostile value of that name. */
export function hostileValue(name: string): unknown {
  return makers[name]?.();
}
