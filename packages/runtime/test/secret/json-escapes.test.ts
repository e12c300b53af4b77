import { expect, test } from 'bun:test';
import { SecretMask } from '../../src/secret/secret-mask.ts';

const value = 'pa/ss+w<o>r&d\'s "군단" 0123';
const mask = new SecretMask([{ name: 'KEY', value }]);

/** As JSON, with some characters written as `\uXXXX`. */
function json(characters: RegExp, digits: (hex: string) => string, text = JSON.stringify(value)): string {
  const unit = (character: string): string =>
    `\\u${digits(character.charCodeAt(0).toString(16).padStart(4, '0'))}`;
  return `{"key":"${text.slice(1, -1).replace(characters, unit)}"}`;
}

const lower = (hex: string): string => hex;
const upper = (hex: string): string => hex.toUpperCase();
const slashed = JSON.stringify(value).replaceAll('/', '\\/');

const written: readonly (readonly [by: string, text: string])[] = [
  ['JavaScript', JSON.stringify({ key: value })],
  ['Python', json(/[^\0-\x7f]/g, lower)],
  ['PHP', json(/[^\0-\x7f]/g, lower, slashed)],
  ['PHP, with characters as they are', json(/(?!)/g, lower, slashed)],
  ['Go', json(/[<>&]/g, lower)],
  ['Java', json(/[^\0-\x7f]/g, upper)],
  ['.NET', json(/[^\0-\x7f]|[<>&'+`]/g, upper).replaceAll('\\"', '\\u0022')],
];

test.each(written)('SPEC §12: a secret in JSON as %s writes it is masked', (_by, text) => {
  expect(mask.text(text)).toBe('{"key":"[secret KEY]"}');
});

test.each(written)('SPEC §12: … and in such JSON within a JSON text (%s)', (_by, text) => {
  expect(mask.text(JSON.stringify(text))).toBe(JSON.stringify('{"key":"[secret KEY]"}'));
});

test('SPEC §12: a secret that is a key is masked in the JSON pointer to what stands under it', () => {
  const secret = 'Zm9v/YmFy+cXV4~0123';
  const pointers = new SecretMask([{ name: 'KEY', value: secret }]);
  const told = `the result at /list/0/${secret.replaceAll('~', '~0').replaceAll('/', '~1')}/x is a function`;
  expect(pointers.text(told)).toBe('the result at /list/0/[secret KEY]/x is a function');
});

test('SPEC §12: a value of letters and digits has no more forms than before', () => {
  expect(mask.text('another 0123456789')).toBe('another 0123456789');
});
