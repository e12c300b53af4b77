/** The start of a text, of at most so many UTF-16 units; never half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isInside =
    /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[length] ?? '');
  return text.slice(0, isInside ? length - 1 : length);
}
