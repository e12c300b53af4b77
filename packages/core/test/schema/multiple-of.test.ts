import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { compileSchema } from '../../src/schema/compile.ts';

test.each([
  [0.01, 19.99, true],
  [0.01, 4.35, true],
  [0.01, 19.995, false],
  [0.1, 0.3, true],
  [0.1, -0.3, true],
  [0.1, 0, true],
  [3, 9, true],
  [3, 10, false],
  [1e-8, 12_391_239_123, true],
  [1e-7, 1.5e-7, false],
  [0.5, 1e308, true],
  [0.123456789, 1e308, false],
  [5e-324, 1e308, true],
])('SCH-5: multipleOf %p judges %p as it is written: %p', (multipleOf, value, isOne) => {
  expect(compileSchema({ multipleOf }).accepts(value)).toBe(isOne);
});

test('SCH-5: every amount of whole cents is a multiple of 0.01, and none with a tenth of a cent is', () => {
  const compiled = compileSchema({ multipleOf: 0.01 });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, tenth) => {
      const sign = cents < 0 ? '-' : '';
      const digits = String(Math.abs(cents)).padStart(3, '0');
      const amount = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(compiled.accepts(Number(amount))).toBe(true);
      expect(compiled.accepts(Number(`${amount}${tenth}`))).toBe(false);
    }),
  );
});
