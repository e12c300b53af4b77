import { isRecord } from '@goondan/core';

/** What is not shown and yet is read by a model: no width, other direction, fillers, tags. */
const hidden =
  '\\u{AD}\\u{34F}\\u{61C}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{180B}-\\u{180E}\\u{200B}-\\u{200F}\\u{202A}-\\u{202E}\\u{2060}-\\u{206F}' +
  '\\u{3164}\\u{FE00}-\\u{FE0E}\\u{FEFF}\\u{FFA0}\\u{E0000}-\\u{E01EF}';
/** What joins and dresses emoji is no secret. */
const emoji = '\\p{Extended_Pictographic}\\uFE0F?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?)+';
const emojiOrHidden = new RegExp(`${emoji}|([${hidden}])`, 'gu');

/** The hidden characters in the texts of a value, each once, as `U+200B`. */
export function hiddenCharacters(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found].toSorted();
}

/** The text with every hidden character written out, as `\u{200B}`. */
export function visibleText(text: string): string {
  return text.replaceAll(emojiOrHidden, (match: string, character: string | undefined) =>
    character === undefined ? match : `\\u{${hexOf(character)}}`,
  );
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const [, character] of value.matchAll(emojiOrHidden))
      if (character !== undefined) found.add(`U+${hexOf(character)}`);
  } else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isRecord(value))
    for (const [key, member] of Object.entries(value)) {
      collect(key, found);
      collect(member, found);
    }
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
