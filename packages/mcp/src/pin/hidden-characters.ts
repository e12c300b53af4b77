import { isRecord } from '@goondan/core';

/** What is not shown and yet is read by a model: no width, other direction, fillers, tags. */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe01ef],
];
/** What joins and dresses emoji is no secret. */
const emoji = /\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)+/gu;

/** The hidden characters in the texts of a value, each once, as `U+200B`. */
export function hiddenCharacters(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found].toSorted();
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const character of value.replaceAll(emoji, '')) {
      const code = character.codePointAt(0) ?? 0;
      if (ranges.some(([from, to]) => code >= from && code <= to))
        found.add(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
    }
  } else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isRecord(value))
    for (const [key, member] of Object.entries(value)) {
      collect(key, found);
      collect(member, found);
    }
}
