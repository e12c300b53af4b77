const longestExcerpt = 300;

/** A line in which something was found. */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** The line, or what is around the place in a long one. */
  readonly text: string;
}

/** Where in a line something begins; below 0 where it is not there. */
export type FindInLine = (line: string) => number;

/** The lines in which something is found, at most `limit`. */
export function matchLines(text: string, find: FindInLine, limit: number): LineMatch[] {
  const matches: LineMatch[] = [];
  let line = 0;
  for (let start = 0; start <= text.length && matches.length < limit; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    const at = start === text.length && start > 0 ? -1 : find(content);
    if (at >= 0) matches.push({ line: line + 1, column: at + 1, text: excerpt(content, at) });
    start = end + 1;
  }
  return matches;
}

function excerpt(line: string, at: number): string {
  if (line.length <= longestExcerpt) return line;
  const start = Math.max(0, at - longestExcerpt / 3);
  const part = line.slice(start, start + longestExcerpt).replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${part}${start + longestExcerpt < line.length ? '…' : ''}`;
}
