import * as fc from 'fast-check';

/** What is done to a line on its way. */
export type LineChange = typeof lineChange extends fc.Arbitrary<infer Value> ? Value : never;

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1e300,
    '',
    'x',
    true,
    [],
    {},
    '__proto__',
    '\ud800',
    'a'.repeat(300),
    ['string'],
    { type: 'object' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A change of a line; `pick` chooses one of the fields or places of the message. */
export const lineChange = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('set' as const), pick: fc.nat(50), value: strange }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), pick: fc.nat(200) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('flip' as const), pick: fc.nat(200), value: fc.nat(255) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'double' as const,
        'drop' as const,
        'batch' as const,
        'deep' as const,
        'long' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('before' as const), value: fc.oneof(strange, unasked()) }),
  },
);

/** Messages that nobody has asked for. */
function unasked(): fc.Arbitrary<unknown> {
  const method = fc.constantFrom(
    'ping',
    'sampling/createMessage',
    'elicitation/create',
    'roots/list',
    'notifications/tools/list_changed',
    'notifications/progress',
    'notifications/cancelled',
    'tools/call',
    'x',
  );
  return fc.oneof(
    fc
      .tuple(fc.oneof(fc.nat(5), fc.constantFrom('a', null)), method, strange)
      .map(([id, name, params]) => ({ jsonrpc: '2.0', id, method: name, params })),
    fc.tuple(method, strange).map(([name, params]) => ({ jsonrpc: '2.0', method: name, params })),
    fc.tuple(fc.nat(8), strange).map(([id, result]) => ({ jsonrpc: '2.0', id, result })),
    fc.nat(8).map((id) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'forged' } })),
  );
}
