/** A text in the pieces a model would stream it in: word by word. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [text];
}
