/** What PDF.js finds on a page: pieces of text with their place; marks of structure have none. */
export type PageItem =
  | {
      readonly str: string;
      readonly hasEOL: boolean;
      readonly transform: readonly number[];
      readonly height: number;
    }
  | object;

/** The text of a page in lines; a gap wider than between lines begins a paragraph. */
export function pageText(items: readonly PageItem[]): string {
  const lines: string[] = [];
  let line = '';
  let lineY: number | undefined;
  let lastY: number | undefined;
  let height = 0;
  const end = (): void => {
    const text = line.trim();
    if (text !== '') {
      const isApart = lastY !== undefined && lineY !== undefined && lastY - lineY > 1.8 * Math.max(height, 1);
      if (isApart && lines.length > 0) lines.push('');
      lines.push(text);
      lastY = lineY;
    }
    line = '';
    lineY = undefined;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    if (item.str !== '') {
      lineY ??= item.transform[5];
      height = item.height > 0 ? item.height : height;
    }
    // Codes whose letters the font does not tell come as control characters.
    line += item.str.replaceAll(/\p{Cc}/gu, '');
    if (item.hasEOL) end();
  }
  end();
  return lines.join('\n');
}
