import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { cutBetweenCharacters } from '../../src/tool/truncate.ts';
import { truncateErrorMessage } from '../../src/tool/index.ts';

const suffix = '... (truncated)';
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const pieces = [
  'a',
  ' ',
  '\n',
  '\r\n',
  'é',
  'e\u0301',
  '한',
  '\u1112\u1161\u11ab',
  '\u1112\u1161',
  '👩‍👩‍👧',
  '🇰🇷',
  '👍🏽',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'क्षि',
  '\ud800',
  '\udc00',
  '\u200d',
  '\u0301',
  '漢',
  '\0',
];
const message = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 80 })
  .map((parts) => parts.join(''));

/** The places between characters as a reader sees them, found by looking at the whole text. */
function boundaries(text: string): ReadonlySet<number> {
  return new Set([...Array.from(segmenter.segment(text), (segment) => segment.index), text.length]);
}

test('ERR-2, ERR-3: for any message and any limit ≥ 1 the cut is within the limit, between characters, and marked when over 15', () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 120 }), (text, limit) => {
      const cut = truncateErrorMessage(text, limit);
      if (text.length <= limit) {
        expect(cut).toBe(text);
        return;
      }
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut.endsWith(suffix) || limit <= 15).toBe(true);
      const kept = limit > 15 ? cut.slice(0, -suffix.length) : cut;
      expect(text.startsWith(kept)).toBe(true);
      expect(boundaries(text).has(kept.length)).toBe(true);
    }),
    { numRuns: 20_000, seed: 21 },
  );
});

test('ERR-2: the cut is the longest that splits no character', () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 100 }), (text, length) => {
      const longest = Math.max(...[...boundaries(text)].filter((boundary) => boundary <= length));
      expect(cutBetweenCharacters(text, length)).toBe(text.slice(0, longest));
    }),
    { numRuns: 20_000, seed: 22 },
  );
});

test.each([
  ['a family emoji', '👩‍👩‍👧', 8],
  ['Korean jamo that make one syllable', '\u1112\u1161\u11ab', 3],
  ['a flag', '🇰🇷', 4],
  ['a letter with an accent of its own', 'e\u0301', 2],
  ['a carriage return with its line feed', '\r\n', 2],
])('ERR-2: %s is kept whole or left out', (_what, character, units) => {
  const text = character.repeat(100);
  expect(character.length).toBe(units);
  for (let limit = 1; limit <= 60; limit += 1) {
    const cut = truncateErrorMessage(text, limit);
    const kept = limit > 15 ? cut.slice(0, -suffix.length) : cut;
    expect(kept).toBe(character.repeat(Math.floor((limit > 15 ? limit - 15 : limit) / units)));
  }
});

test('ERR-2: one character longer than the limit leaves nothing of itself', () => {
  const zalgo = `a${'\u0301'.repeat(5000)}`;
  expect(truncateErrorMessage(zalgo, 10)).toBe('');
  expect(truncateErrorMessage(zalgo, 100)).toBe(suffix);
  expect(cutBetweenCharacters(`b${zalgo}`, 3000)).toBe('b');
});

test('ERR-3: a message as long as the limit is not touched, one unit more is cut', () => {
  expect(truncateErrorMessage('x'.repeat(16), 16)).toBe('x'.repeat(16));
  expect(truncateErrorMessage('x'.repeat(17), 16)).toBe(`x${suffix}`);
  expect(truncateErrorMessage('x'.repeat(16), 15)).toBe('x'.repeat(15));
  expect(truncateErrorMessage('xy', 1)).toBe('x');
});

test('ERR-2: the start of ten million characters is cut without looking at the rest', () => {
  const text = '한'.repeat(10_000_000);
  for (let round = 0; round < 1000; round += 1) expect(truncateErrorMessage(text, 1000).length).toBe(1000);
});
