/** A part of the text that holds one YAML document, and where it begins. */
export interface DocumentText {
  readonly text: string;
  readonly offset: number;
}

/**
 * Cuts the text before each `---` line, so that an unclosed quote in one document cannot swallow the next.
 * YAML allows this: `---` at the start of a line is a document marker wherever it stands, even in a quoted or block scalar.
 */
export function splitDocuments(text: string): DocumentText[] {
  const starts = Array.from(text.matchAll(/^---(?=\s|$)/gm), (match) => match.index).filter(
    (index) => index > 0,
  );
  return [0, ...starts].map((offset, index) => ({ text: text.slice(offset, starts[index]), offset }));
}
