import { defineTool } from '@goondan/core/basics';
import { annotations, invalid, textInput } from './text-input.ts';

const codings = ['base64', 'base64url', 'url', 'hex', 'html', 'json'] as const;
type Coding = (typeof codings)[number];

const output = {
  type: 'object',
  properties: { text: { type: 'string', description: 'The result.' } },
  required: ['text'],
  additionalProperties: false,
} as const;

/** Writes a text in a coding. */
export const encode = defineTool({
  name: 'text-transform__encode',
  description:
    'Encodes a text (as UTF-8): base64, base64url, url (percent signs), hex, html (&lt; and the like) or json (a quoted JSON string).',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text to encode.'),
      as: { enum: codings, description: 'The coding to write it in.' },
    },
    required: ['text', 'as'],
    additionalProperties: false,
    examples: [{ text: '안녕', as: 'base64' }],
  },
  output,
  handler: (_ctx, { text, as }) => ({ text: encoded(text, as) }),
});

/** Reads a text back from a coding. */
export const decode = defineTool({
  name: 'text-transform__decode',
  description:
    'Decodes a text that was encoded as base64, base64url, url, hex, html or json, and reads the bytes as UTF-8.',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The encoded text.'),
      from: { enum: codings, description: 'The coding it is written in.' },
    },
    required: ['text', 'from'],
    additionalProperties: false,
    examples: [{ text: '7JWI64WV', from: 'base64' }],
  },
  output,
  handler: (_ctx, { text, from }) => ({ text: decoded(text, from) }),
});

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

function encoded(text: string, as: Coding): string {
  switch (as) {
    case 'base64':
    case 'base64url':
    case 'hex':
      return Buffer.from(text).toString(as);
    case 'url':
      return encodeURIComponent(text.toWellFormed());
    case 'html':
      return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
    case 'json':
      return JSON.stringify(text);
  }
}

function decoded(text: string, from: Coding): string {
  switch (from) {
    case 'base64':
    case 'base64url':
      return textOfBytes(bytesOfBase64(text), from);
    case 'hex':
      return textOfBytes(bytesOfHex(text), from);
    case 'url':
      return textOfUrl(text);
    case 'html':
      return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g, entityText);
    case 'json':
      return textOfJson(text);
  }
}

function bytesOfBase64(text: string): Uint8Array {
  const plain = text.replaceAll(/\s/g, '');
  const wrong = /[^A-Za-z0-9+/_=-]|=(?!=?$)/.exec(plain);
  if (wrong !== null)
    throw invalid(
      `text is no base64: ${JSON.stringify(wrong[0])} is none of its signs.`,
      'Send only what is encoded, without a prefix such as data:…;base64,.',
    );
  if (plain.replaceAll('=', '').length % 4 === 1)
    throw invalid(
      'text is no whole base64: its last group has one sign only.',
      'Send the encoded text to its end.',
    );
  return Buffer.from(plain, /[-_]/.test(plain) ? 'base64url' : 'base64');
}

function bytesOfHex(text: string): Uint8Array {
  const plain = text.replace(/^0x/i, '').replaceAll(/[\s:]/g, '');
  if (/^(?:[\da-f]{2})*$/i.test(plain)) return Buffer.from(plain, 'hex');
  const wrong = /[^\da-f]/i.exec(plain)?.[0];
  throw wrong === undefined
    ? invalid(
        'text is no hex: a byte is two digits, and their number is odd.',
        'Add the digit that is missing.',
      )
    : invalid(`text is no hex: ${JSON.stringify(wrong)} is no digit of it.`, 'Use 0-9 and a-f only.');
}

function textOfBytes(bytes: Uint8Array, from: Coding): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid(
      `The ${from} holds ${bytes.length} bytes that are no text in UTF-8.`,
      'It is a file, such as an image: decode it with a command, into a file.',
    );
  }
}

function textOfUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    const wrong = /%(?![\da-fA-F]{2}).{0,2}/s.exec(text)?.[0];
    throw wrong === undefined
      ? invalid(
          'The percent signs of text are no UTF-8.',
          'It was encoded otherwise, such as in EUC-KR; this tool reads UTF-8.',
        )
      : invalid(
          `${JSON.stringify(wrong)} in text is no encoded byte.`,
          'Write a percent sign that is meant as itself as %25.',
        );
  }
}

function textOfJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'string') return value;
  throw invalid(
    'text is no JSON string.',
    'Send it with its double quotes; for other JSON use json-query__query.',
  );
}

function entityText(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return characters[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
