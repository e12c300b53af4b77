const ellipsis = '…';

/** The text where it takes at most `columns` columns of a terminal, else as much of it as fits, with an ellipsis. */
export function fit(text: string, columns: number): string {
  if (Bun.stringWidth(text) <= columns) return text;
  let shown = '';
  let width = Bun.stringWidth(ellipsis);
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += Bun.stringWidth(segment);
    if (width > columns) break;
    shown += segment;
  }
  return shown + ellipsis;
}
