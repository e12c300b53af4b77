/** A place in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** As encoders write: lines of 64 or 76 digits, and then another. */
const folded = /[\w+/=-]{60}\r?\n[\w+/=-]/;
const lineBreak = /\r?\n/g;

/** True for what an encoder may have written over several lines. */
export function isFoldable(text: string): boolean {
  return /^[\w+/=-]{8,}$/.test(text);
}

/** Where needles stand in a text with line breaks within them. Those that stand in one line are not among them. */
export function foldedMatches<Needle extends { readonly text: string }>(
  text: string,
  needles: readonly Needle[],
): (Span & { readonly needle: Needle })[] {
  if (!folded.test(text)) return [];
  const joined = text.replace(lineBreak, '');
  const found = needles.flatMap((needle) => {
    const starts: number[] = [];
    for (let at = joined.indexOf(needle.text); at >= 0; at = joined.indexOf(needle.text, at + 1))
      starts.push(at);
    return starts.map((start) => ({ needle, start, end: start + needle.text.length }));
  });
  if (found.length === 0) return [];
  const placeOf = placesOf(text);
  return found
    .map(({ needle, start, end }) => ({ needle, start: placeOf(start), end: placeOf(end - 1) + 1 }))
    .filter(({ needle, start, end }) => end - start > needle.text.length);
}

/** Where the units of the joined lines stand in the text. */
function placesOf(text: string): (joined: number) => number {
  const lines: { readonly joined: number; readonly place: number }[] = [{ joined: 0, place: 0 }];
  let removed = 0;
  for (const { index, 0: gap } of text.matchAll(lineBreak)) {
    removed += gap.length;
    const place = index + gap.length;
    lines.push({ joined: place - removed, place });
  }
  return (joined) => {
    const line = lines.findLast((one) => one.joined <= joined);
    return line === undefined ? joined : line.place + (joined - line.joined);
  };
}
