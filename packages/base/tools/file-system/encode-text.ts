import { GoondanError } from '@goondan/core/basics';
import type { TextEncoding } from './text-encoding.ts';

/** The bytes of a text. Throws E_FILE_ENCODING for a character that the encoding does not have. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'euc-kr':
    case 'windows-1252':
      return encodeByTable(text, encoding);
  }
}

const tables = new Map<TextEncoding, ReadonlyMap<string, number>>();

function encodeByTable(text: string, encoding: 'euc-kr' | 'windows-1252'): Uint8Array {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) throw notInEncoding(character, encoding);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** The platform only decodes these, so every code is decoded once. */
function tableOf(encoding: 'euc-kr' | 'windows-1252'): Map<string, number> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number>();
  const add = (bytes: readonly number[], code: number): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    // What was one code is one character; two bytes that are no code give U+FFFD and something else.
    if (!character.includes('\ufffd') && character.length === 1 && !table.has(character))
      table.set(character, code);
  };
  for (let code = 0; code < 0x100; code += 1) add([code], code);
  if (encoding === 'windows-1252') return table;
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x41; trail <= 0xfe; trail += 1) add([lead, trail], lead * 0x100 + trail);
  }
  return table;
}

function notInEncoding(character: string, encoding: TextEncoding): GoondanError {
  return new GoondanError(
    'E_FILE_ENCODING',
    `"${character}" does not exist in ${encoding}; nothing was written.`,
    {
      suggestion: `Leave "${character}" out, or write the whole file with encoding utf-8.`,
    },
  );
}
