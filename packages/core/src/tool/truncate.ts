const suffix = '... (truncated)';
let segmenter: Intl.Segmenter | undefined;

/**
 * Cuts a message to `limit` UTF-16 units at the most, between characters as a reader sees them.
 * A cut message ends in `... (truncated)` when the limit leaves room for more than that (ERR-2, ERR-3).
 */
export function truncateErrorMessage(message: string, limit: number): string {
  if (message.length <= limit) return message;
  if (limit <= suffix.length) return cutBetweenCharacters(message, limit);
  return cutBetweenCharacters(message, limit - suffix.length) + suffix;
}

/** The longest start of `text` of at most `length` UTF-16 units that splits no character. */
export function cutBetweenCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  if (!(length >= 1)) return '';
  // Only what stands around the cut matters; segmenting megabytes for it would be waste.
  const window = text.slice(0, length + 64);
  const cut = characters().segment(window).containing(length)?.index ?? length;
  return text.slice(0, cut);
}

/** The longest end of `text` of at most `length` UTF-16 units that splits no character. */
export function endBetweenCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  if (!(length >= 1)) return '';
  const start = text.length - length;
  // What makes one character of many stands close before it, too.
  const windowStart = Math.max(0, start - 4096);
  const character = characters()
    .segment(text.slice(windowStart))
    .containing(start - windowStart);
  if (character === undefined || windowStart + character.index === start) return text.slice(start);
  return text.slice(windowStart + character.index + character.segment.length);
}

/** Made on first use: it loads tables that most programs never need. */
function characters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter;
}
