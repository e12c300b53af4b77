import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

const forms = [
  'upper',
  'lower',
  'title',
  'sentence',
  'camel',
  'pascal',
  'snake',
  'kebab',
  'constant',
  'nfc',
  'nfd',
  'nfkc',
  'trim',
  'one-line',
  'full-to-half',
] as const;

/** Rewrites a text in another form. */
export const change = defineTool({
  name: 'text-transform__change',
  description:
    'Rewrites a text: upper or lower case, Title Case, Sentence case; camelCase, PascalCase, snake_case, kebab-case, CONSTANT_CASE for names; ' +
    'nfc, nfd, nfkc for Unicode forms (nfc puts split Hangul such as ㅎㅏㄴ from macOS file names together); trim, one-line (blanks and ends of lines ' +
    'become one blank each), full-to-half (ＡＢＣ１ to ABC1).',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text to rewrite.'),
      to: { enum: forms, description: 'The form to write it in.' },
    },
    required: ['text', 'to'],
    additionalProperties: false,
    examples: [{ text: 'user first name', to: 'camel' }],
  },
  output: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text in that form.' } },
    required: ['text'],
    additionalProperties: false,
  },
  handler: (_ctx, { text, to }) => ({ text: changed(text, to) }),
});

function changed(text: string, to: (typeof forms)[number]): string {
  switch (to) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return text
        .toLowerCase()
        .replaceAll(
          /(^|[^\p{L}\p{N}'’])(\p{L})/gu,
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        );
    case 'sentence':
      return text
        .toLowerCase()
        .replaceAll(
          /(^\s*|[.!?。]\s+)(\p{L})/gu,
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        );
    case 'camel':
      return wordsOf(text)
        .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word)))
        .join('');
    case 'pascal':
      return wordsOf(text).map(capital).join('');
    case 'snake':
      return wordsOf(text).join('_').toLowerCase();
    case 'kebab':
      return wordsOf(text).join('-').toLowerCase();
    case 'constant':
      return wordsOf(text).join('_').toUpperCase();
    case 'nfc':
    case 'nfd':
    case 'nfkc':
      return text.normalize(to === 'nfc' ? 'NFC' : to === 'nfd' ? 'NFD' : 'NFKC');
    case 'trim':
      return text.trim();
    case 'one-line':
      return text.trim().replaceAll(/\s+/g, ' ');
    case 'full-to-half':
      return text
        .replaceAll(/[\uFF01-\uFF5E]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 0xfee0))
        .replaceAll('\u3000', ' ');
  }
}

/** The words of a name, however it is written: `parseHTTPRequest2`, `parse-http_request 2`. */
function wordsOf(text: string): string[] {
  const parted = text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return parted.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
}

function capital(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}
