/** The text with blanks after it up to `width` columns of a terminal, in which some characters take two. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - Bun.stringWidth(text)));
}
