import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { secretForms } from '../../src/secret/secret-forms.ts';
import { SecretMask } from '../../src/secret/secret-mask.ts';
import { SecretStream } from '../../src/secret/secret-stream.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const key = 'sk-ant-api03-Zm9v_QUJD';
const mask = new SecretMask([{ name: 'KEY', value: key }]);

function streamed(pieces: readonly string[], by: SecretMask = mask): string[] {
  const stream = new SecretStream(by);
  return [...pieces.map((piece) => stream.add(piece)), stream.end()];
}

describe('a text that comes in pieces', () => {
  test('a secret cut anywhere is masked, in each of its forms', () => {
    for (const form of secretForms(key)) {
      for (let cut = 1; cut < form.length; cut += 1) {
        const text = `it is <${form}>`;
        const at = text.indexOf(form) + cut;
        expect(streamed([text.slice(0, at), text.slice(at)]).join('')).toBe(mask.text(text));
      }
    }
  });

  test('a secret that comes unit by unit is masked', () => {
    expect(streamed(`my ${key}, you see`.split('')).join('')).toBe('my [secret KEY], you see');
  });

  test('what cannot become a secret is shown at once, and the rest as soon as that is known', () => {
    expect(streamed(['hello', ' world s', 'k-an', 'swer', ' and sk-'])).toEqual([
      'hello',
      ' world ',
      '',
      'sk-answer',
      ' and ',
      'sk-',
    ]);
  });

  test('a stream can be used again after its end', () => {
    const stream = new SecretStream(mask);
    expect([stream.add(key.slice(0, 9)), stream.end(), stream.add(key.slice(9)), stream.end()]).toEqual([
      '',
      key.slice(0, 9),
      key.slice(9),
      '',
    ]);
  });

  test('without secrets nothing is kept back', () => {
    expect(streamed(['a', 'b'], new SecretMask([]))).toEqual(['a', 'b', '']);
  });

  test('a text of nothing but overlapping secrets is not kept for ever', () => {
    const stream = new SecretStream(new SecretMask([{ name: 'A', value: 'aaaaaa' }]));
    const shown = Array.from({ length: 40 }, () => stream.add('a'.repeat(16 * 1024)));
    expect(shown.filter((piece) => piece !== '').length).toBeGreaterThan(0);
    expect(shown.join('')).not.toContain('aaaaaa');
  });
});

/** Few signs, so that secrets overlap one another, themselves and their placeholders. */
const unit = fc.constantFrom(...'ab[]% *s\\"é밀'.split(''), '🔑');
const scenes = fc
  .array(fc.string({ unit, minLength: 6, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .chain((values) =>
    fc.record({
      values: fc.constant(values),
      parts: fc.array(
        fc.oneof(
          fc.string({ unit, maxLength: 10 }),
          fc.constantFrom(...values),
          fc.constantFrom(...values.flatMap((value) => [...secretForms(value)])),
          fc.constantFrom(...values).map((value) => value.slice(0, value.length / 2)),
          fc.constantFrom(...values).map((value) => value.slice(value.length / 2)),
        ),
        { maxLength: 8 },
      ),
      cuts: fc.array(fc.nat(200), { maxLength: 12 }),
    }),
  );

describe('for any secrets, any text and any cuts', () => {
  test('the pieces together are what is made of the whole text, and hold no secret', () => {
    fc.assert(
      fc.property(scenes, ({ values, parts, cuts }) => {
        const any = new SecretMask(values.map((value, index) => ({ name: `S${index}`, value })));
        const text = parts.join('');
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        const shown = streamed(pieces, any).join('');
        expect(shown).toBe(any.text(text));
        for (const value of values.filter((one) => one.trim().length >= 6))
          expect(shown).not.toContain(value);
      }),
      { numRuns: byTier({ full: 2000, short: 200 }) },
    );
  });
});
