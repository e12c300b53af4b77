import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { nearest } from '../../src/error/nearest.ts';

const tools = ['bash__exec', 'file-system__read', 'file-system__write', 'calculator__evaluate'];

test.each([
  ['bash__exce', 'bash__exec'],
  ['bsah__exec', 'bash__exec'],
  ['BASH__EXEC', 'bash__exec'],
  ['bash_exec', 'bash__exec'],
  ['filesystem__read', 'file-system__read'],
  ['file-system__wirte', 'file-system__write'],
  ['calculator__eval', 'calculator__evaluate'],
])('%s is taken for a typo of %s', (word, expected) => {
  expect(nearest(word, tools)).toBe(expected);
});

test.each([['weather__get'], [''], ['x'], ['bash'], ['a'.repeat(1_000_000)]])(
  '%.20s is like none of the tools',
  (word) => {
    expect(nearest(word, tools)).toBeUndefined();
  },
);

test('of two as close the first is taken, and without candidates there is none', () => {
  expect(nearest('cat', ['bat', 'rat'])).toBe('bat');
  expect(nearest('cat', [])).toBeUndefined();
});

test('a word is nearest to itself, and the answer is always a candidate', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 6 }), (name, candidates) => {
      const found = nearest(name, candidates);
      expect(found === undefined || candidates.includes(found)).toBe(true);
      expect(nearest(name, [name])).toBe(name);
    }),
    { numRuns: 3000, seed: 41 },
  );
});
