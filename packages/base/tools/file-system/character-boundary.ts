import type { TextEncoding } from './text-encoding.ts';

/** How many of the bytes are whole characters; they begin with one. */
export function wholeCharacters(bytes: Uint8Array, encoding: TextEncoding): number {
  switch (encoding) {
    case 'utf-8':
      return wholeUtf8(bytes);
    case 'utf-16le':
    case 'utf-16be': {
      const even = bytes.length - (bytes.length % 2);
      return even > 0 && isSurrogate(bytes, even - 2, encoding, 0xd8) ? even - 2 : even;
    }
    case 'euc-kr':
      return wholeKorean(bytes);
    case 'windows-1252':
      return bytes.length;
  }
}

/**
 * How many bytes after `at` the next character begins, 0 where one begins there. `bytes` begin with a character or, for EUC-KR, far enough
 * before `at` to tell.
 */
export function toNextCharacter(bytes: Uint8Array, at: number, encoding: TextEncoding): number {
  switch (encoding) {
    case 'utf-8': {
      let skipped = 0;
      while (skipped < 3 && isContinuation(bytes[at + skipped])) skipped += 1;
      return skipped;
    }
    case 'utf-16le':
    case 'utf-16be': {
      const odd = at % 2;
      return odd + (isSurrogate(bytes, at + odd, encoding, 0xdc) ? 2 : 0);
    }
    case 'euc-kr': {
      // No byte below 0x41 is the second of a character: after it one begins.
      const sure = bytes.subarray(0, at).findLastIndex((byte) => byte < 0x41) + 1;
      return wholeKorean(bytes.subarray(sure, at)) === at - sure ? 0 : 1;
    }
    case 'windows-1252':
      return 0;
  }
}

function wholeUtf8(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const byte = bytes[lead] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return lead >= 0 && lead + length > bytes.length ? lead : bytes.length;
}

function wholeKorean(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const next = at + ((bytes[at] ?? 0) >= 0x81 ? 2 : 1);
    if (next > bytes.length) break;
    at = next;
  }
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function isSurrogate(bytes: Uint8Array, at: number, encoding: TextEncoding, first: number): boolean {
  const high = bytes[encoding === 'utf-16le' ? at + 1 : at];
  return high !== undefined && (high & 0xfc) === first;
}
