import { textDecoder } from './text-decoder.ts';

/** A text and the encoding its bytes were in. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** How much of a text is looked at to guess what nobody declared. */
const sampleBytes = 65_536;

/** Other encodings than UTF-8 that occur undeclared, with the letters that tell them; the first that fits wins. */
const guesses: readonly (readonly [label: string, letters: RegExp])[] = [
  ['euc-kr', /[가-힣]/gu],
  ['shift_jis', /[\u3041-\u30ff]/gu],
  ['gb18030', /[\u4e00-\u9fff]/gu],
];

/**
 * Decodes bytes: by their byte order mark, as UTF-16 or UTF-8 where they are that, by `declared`, which a header or the
 * text itself names, and else by what their letters look like, Korean first. Never throws; what cannot be read is U+FFFD.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, declared?: string): DecodedText {
  const encoding = markOf(bytes) ?? wideOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  if (encoding !== undefined) return decoded(bytes, encoding);
  const known = declared === undefined ? undefined : encodingNamed(declared);
  if (known !== undefined && known !== 'utf-8') return decoded(bytes, known);
  return decoded(bytes, guessOf(bytes));
}

/** The name TextDecoder gives an encoding, or undefined where it does not know it. */
export function encodingNamed(label: string): string | undefined {
  // What Windows calls its Korean encoding; the standard's list of labels lacks these two.
  const usual = /^(?:cp949|ms949|uhc)$/i.test(label.trim()) ? 'euc-kr' : label;
  try {
    return textDecoder(usual).encoding;
  } catch {
    return undefined;
  }
}

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): DecodedText {
  return { text: textDecoder(encoding).decode(bytes), encoding };
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 without a mark: every second byte of blanks, digits, signs and Latin letters is 0, and text has no other zeros. */
function wideOf(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes - (sampleBytes % 2));
  if (sample.length < 4 || sample.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const few = sample.length / 20;
  if (odd > few && even === 0) return 'utf-16le';
  return even > few && odd === 0 ? 'utf-16be' : undefined;
}

function isUtf8(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    // Not at an end: a text that was cut may end inside a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function guessOf(bytes: Uint8Array<ArrayBuffer>): string {
  const sample = bytes.subarray(0, sampleBytes);
  for (const [label, letters] of guesses) {
    const text = textDecoder(label).decode(sample, { stream: true });
    const foreign = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
    const right = text.match(letters)?.length ?? 0;
    if (!text.includes('\uFFFD') && right * 2 > foreign) return label;
  }
  return 'windows-1252';
}
