import * as fc from 'fast-check';

const method = fc.constantFrom(
  'message',
  'outcome',
  'cancel',
  'completionOf',
  'complete',
  'agents',
  'spawn',
  'isHeld',
  'observe',
  'shutdown',
  'toString',
  '__proto__',
  'constructor',
  '',
);
const address = fc.record({
  agent: fc.constantFrom('other', 'worker', 'nobody', ''),
  instanceKey: fc.constantFrom('default', 'x', '../x', '\0', 'k'.repeat(300)),
});
const event = fc.record({
  id: fc.constantFrom('e1', 'e2', ''),
  type: fc.constantFrom('user.input', 'tool.completed', 'x'),
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', 'never'),
  input: fc.oneof(fc.constant('hello'), fc.jsonValue({ maxDepth: 2 })),
  instanceKey: fc.constantFrom('forged', 'x'),
  source: fc.record({
    kind: fc.constantFrom('agent', 'connector', 'root'),
    name: fc.constantFrom('other', 'boss'),
  }),
});
const message = fc.record({
  type: fc.constantFrom('event', 'shutdown', 'shutdown_ack', 'delegate', 'delegate_result', 'x'),
  from: fc.constant('boss'),
  to: fc.constantFrom('other', 'worker', 'nobody'),
  payload: fc.oneof(event, fc.jsonValue({ maxDepth: 2 })),
});
const params = fc.oneof(
  fc.record({ message }),
  fc.record({ to: address, turnId: fc.constantFrom('t1', '', '__proto__'), reason: fc.constant('because') }),
  fc.record({ handle: fc.constantFrom('h-1', ''), outcome: fc.jsonValue({ maxDepth: 2 }) }),
  address,
  fc.jsonValue({ maxDepth: 3 }),
);
const text = fc.oneof(
  { weight: 8, arbitrary: params.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc.tuple(params, fc.nat(20)).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - cut)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '"',
      '[[[[',
      '{"__proto__":{"a":1}}',
      '['.repeat(100_000),
      `"${'x'.repeat(300_000)}"`,
    ),
  },
);
const id = fc.oneof(fc.nat(40), fc.constantFrom<unknown>(-1, 0.5, 1e300, '1', null));
const body = fc.oneof(
  { weight: 8, arbitrary: fc.record({ text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      file: fc.constantFrom('../../etc/passwd', '/etc/passwd', `${'0'.repeat(36)}.json`, '', '\0'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({}) },
);

/** Frames of the right form with the wrong words in them, frames of nearly the right form, and what is none. */
export const randomFrame: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(id, method, body)
      .map(([number, name, rest]) => ({ kind: 'call', id: number, method: name, ...rest })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(method, body).map(([name, rest]) => ({ kind: 'notice', method: name, ...rest })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1_000_000, max: 2_000_000 }), body)
      .map(([number, rest]) => ({ kind: 'result', id: number, ...rest })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1_000_000, max: 2_000_000 })
      .map((number) => ({ kind: 'failure', id: number, error: { code: 'E_TOOL', message: 'forged' } })),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** An answer to one of the first questions that are asked, whatever it was. */
export const forgedAnswer: fc.Arbitrary<unknown> = fc
  .tuple(fc.integer({ min: 1, max: 30 }), text)
  .map(([number, words]) => ({ kind: 'result', id: number, text: words }));

/** Envelopes that are out of order, acknowledge too much, or are none. */
export const randomEnvelope: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    ack: fc.constantFrom<unknown>(0, -1, 1e9, 'x', null),
    seq: fc.constantFrom<unknown>(0, 1, 1e9, -1, 0.5, 'x'),
    frame: randomFrame,
  }),
  fc.record({ ack: fc.constantFrom<unknown>(0, 1e9) }),
  fc.jsonValue({ maxDepth: 2 }),
);
