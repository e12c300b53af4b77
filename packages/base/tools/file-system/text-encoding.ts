/** The encodings of text that are read and written. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'euc-kr', 'windows-1252'] as const;

/** One of them. */
export type TextEncoding = (typeof textEncodings)[number];

/** What the first bytes of a file tell. */
export interface DetectedEncoding {
  readonly encoding: TextEncoding;
  /** How many bytes at the start are a mark of the encoding and no text. */
  readonly markLength: number;
}

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Tells the encoding from the first bytes of a file, cut between characters or whole: by its mark, else UTF-8 where it is valid, else
 * EUC-KR where it is valid and mostly Hangul. Undefined for what is not text, or text that does not say what it is.
 */
export function detectEncoding(head: Uint8Array): DetectedEncoding | undefined {
  const mark = markOf(head);
  if (mark !== undefined) return mark;
  if (head.includes(0)) return undefined;
  if (decodeExactly(head, 'utf-8') !== undefined) return { encoding: 'utf-8', markLength: 0 };
  const korean = decodeExactly(head, 'euc-kr');
  return korean !== undefined && isMostlyHangul(korean) ? { encoding: 'euc-kr', markLength: 0 } : undefined;
}

/** How long the mark of an encoding at the start of a file is. */
export function markLengthOf(head: Uint8Array, encoding: TextEncoding): number {
  const mark = markOf(head);
  return mark?.encoding === encoding ? mark.markLength : 0;
}

/** Decodes text; undefined where some bytes are not of that encoding. */
export function decodeExactly(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes text; bytes that are not of that encoding become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function markOf(head: Uint8Array): DetectedEncoding | undefined {
  const found = marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
  return found === undefined ? undefined : { encoding: found[0], markLength: found[1].length };
}

function isMostlyHangul(text: string): boolean {
  const foreign = text.replaceAll(/[\0-\x7f]/g, '').length;
  const hangul = text.match(/[\uac00-\ud7a3\u3131-\u318e]/g)?.length ?? 0;
  return hangul * 2 >= foreign;
}
