import * as fc from 'fast-check';

/** Names of properties: few, so that schemas and values meet, and some that mean something to JavaScript. */
export const randomKey = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString', 'constructor', 'a/b~', '');

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 4 }),
  fc.constantFrom(0.5, -1.25, 1e20, 2 ** 53, 5e-324),
  fc.constantFrom('', 'a', 'b', 'ab', 'aab', '😀', '\ud800', '\udc00a', '군단', '\0'),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    // Entries, for fc.dictionary takes __proto__ for a prototype.
    fc
      .uniqueArray(fc.tuple(randomKey, tie('value')), { maxLength: 3, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** A small JSON value of any kind. */
export const randomJson: fc.Arbitrary<unknown> = value;

/** Whether a property anywhere in it is called `__proto__`, which arguments may not have. */
export function hasPrototypeKey(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false;
  return Object.hasOwn(one, '__proto__') || Object.values(one).some(hasPrototypeKey);
}
