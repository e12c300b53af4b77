import { isRecord } from '../json/json-value.ts';

const longestString = 40;
const longestList = 200;

/** A value in a few characters: leaves as JSON, cut if long, `object`, `array of 3`. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return visible(JSON.stringify(cut(value, longestString)));
  if (Array.isArray(value)) return `array of ${value.length}`;
  return isRecord(value) ? 'object' : String(value);
}

/** The type of a value and, for a leaf, the value: `number 5`, `null`, `array of 3`. */
export function typedPreview(value: unknown): string {
  const isLeaf = ['string', 'number', 'boolean'].includes(typeof value);
  return isLeaf ? `${typeof value} ${preview(value)}` : preview(value);
}

/** An expected value: as `preview`, but a short object or array is written out. */
export function previewExpected(value: unknown): string {
  if (typeof value !== 'object' || value === null) return preview(value);
  return visible(cut(JSON.stringify(value) ?? 'object', longestString * 2));
}

/** The text with characters that would steer a terminal or hide from a reader written as escapes. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The first `length` characters and `…`, or the whole text when it is no longer; never half a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const isSplit =
    /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(length));
  return `${text.slice(0, isSplit ? length - 1 : length)}…`;
}

/** `a, b, c`, of a long list the beginning and how many are left. */
export function joinShort(items: readonly string[], separator = ', '): string {
  let text = items[0] ?? '';
  for (const [index, item] of items.entries()) {
    if (index === 0) continue;
    if (text.length + separator.length + item.length > longestList)
      return `${text} and ${items.length - index} more`;
    text += separator + item;
  }
  return text;
}

/** `1 item`, `2 items`, `2 properties`. */
export function countOf(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ie` : noun}s`;
}
