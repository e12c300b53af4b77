import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { calculate } from '../../tools/calculator/calculate.ts';
import { simpleArithmetic } from '../../tools/calculator/simple-arithmetic.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const number = fc.oneof(
  fc.nat(50).map(String),
  fc.tuple(fc.nat(9_999), fc.nat(9_999)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.bigInt({ min: 0n, max: 10n ** 70n }).map(String),
  fc.constantFrom('0', '0.0', '007', '1.50', '0.1', '5.', '.5', '1e3', '2 3', 'x'),
);
const expression: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    number,
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', ' + ', '- -', '^', ''), tie('any'))
      .map(([left, operator, right]) => `${left}${operator}${right}`),
    tie('any').map((inner) => `(${inner})`),
    tie('any').map((inner) => `-${inner}`),
    tie('any').map((inner) => ` ${inner} `),
  ),
})).any;

test('simple arithmetic comes to what mathjs says, or is left to it', () => {
  const numRuns = byTier({ short: 1_000, full: 50_000 });
  let simple = 0;
  fc.assert(
    fc.property(expression, (text) => {
      const result = simpleArithmetic(text);
      if (result === undefined) return;
      simple += 1;
      expect({ text, result }).toEqual({ text, result: calculate(text) });
    }),
    { numRuns },
  );
  expect(simple).toBeGreaterThan(numRuns / 10);
});

test.each([
  '1/3',
  '2(3)',
  '2 3',
  '1e3',
  '5.',
  '.5',
  '1/0',
  '',
  '()',
  '2+',
  '2**3',
  '1,000',
  '2\n+3',
  '2^3',
  '1+(2',
])('%p is left to mathjs', (text) => {
  expect(simpleArithmetic(text)).toBeUndefined();
});
