import { GoondanError } from '@goondan/core/basics';

/** A text in which something is replaced. */
export interface Replaced {
  readonly text: string;
  readonly count: number;
  /** The line of the first replacement, counted from 1. */
  readonly line: number;
}

/** Replaces text that occurs once, or everywhere where that is asked for; else throws E_FILE_EDIT that says what there is instead. */
export function replaceText(
  path: string,
  text: string,
  change: { readonly oldText: string; readonly newText: string; readonly replaceAll: boolean },
): Replaced {
  const { oldText, newText } = fitLineEnds(text, change);
  const places = placesOf(text, oldText);
  const [first] = places;
  if (first === undefined) throw notFound(path, text, change.oldText);
  if (places.length > 1 && !change.replaceAll)
    throw ambiguous(
      path,
      places.map((place) => lineAt(text, place)),
    );
  const parts = text.split(oldText);
  return { text: parts.join(newText), count: parts.length - 1, line: lineAt(text, first) };
}

/** A model sees no \r: where the file ends its lines so and the text is not found otherwise, both texts are taken to mean that. */
function fitLineEnds<Change extends { readonly oldText: string; readonly newText: string }>(
  text: string,
  change: Change,
): { readonly oldText: string; readonly newText: string } {
  if (!text.includes('\r\n')) return change;
  const crlf = (one: string): string => one.replaceAll(/\r?\n/g, '\r\n');
  if (text.includes(change.oldText) && change.oldText.includes('\n')) return change;
  const oldText = crlf(change.oldText);
  return text.includes(oldText) ? { oldText, newText: crlf(change.newText) } : change;
}

/** Overlapping ones too: which of them is meant is not clear either. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

const mostLinesNamed = 10;

function ambiguous(path: string, lines: readonly number[]): GoondanError {
  const named = lines.slice(0, mostLinesNamed).join(', ') + (lines.length > mostLinesNamed ? ', …' : '');
  return new GoondanError('E_FILE_EDIT', `oldText is ${lines.length} times in ${path}: at lines ${named}.`, {
    suggestion:
      'Send more of the text around the one that is meant, or replaceAll: true to replace all of them.',
  });
}

function notFound(path: string, text: string, oldText: string): GoondanError {
  const near = looselyAt(text, oldText);
  return new GoondanError('E_FILE_EDIT', `oldText is not in ${path}.`, {
    suggestion:
      near === undefined
        ? 'Read the file again and send oldText exactly as it is there.'
        : `Lines ${near.first} to ${near.last} differ from oldText in spaces only: read them and send them exactly as they are.`,
  });
}

/** The lines that are the same but for spaces, if there are any. */
function looselyAt(text: string, oldText: string): { first: number; last: number } | undefined {
  const squeeze = (line: string): string => line.normalize().replaceAll(/\s+/g, ' ').trim();
  const wanted = oldText.trim().split('\n').map(squeeze);
  const lines = text.split('\n').map(squeeze);
  const first = lines.findIndex(
    (line, index) => line === wanted[0] && wanted.every((one, offset) => lines[index + offset] === one),
  );
  return first < 0 ? undefined : { first: first + 1, last: first + wanted.length };
}
