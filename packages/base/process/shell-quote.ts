/** A text as one word of a shell, whatever is in it but NUL. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
