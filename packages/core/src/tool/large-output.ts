import type { JsonValue } from '../json/json-value.ts';
import { textOf } from './failure.ts';
import type { LargeOutput, OutputStore } from './output-store.ts';
import { cutBetweenCharacters } from './truncate.ts';

const headLength = 4096;
const tailLength = 2048;

/** An output as text, if it is over the limit. `size` is the snapshot's count, which saves making the text of small ones. */
export function largeText(output: JsonValue, size: number, maxBytes: number): string | undefined {
  // A UTF-16 unit takes at most three bytes as it is and six escaped; below that nothing can be over the limit.
  if (size * 6 <= maxBytes) return undefined;
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 1);
  return Buffer.byteLength(text) > maxBytes ? text : undefined;
}

/** Stores a large output and makes what the model gets instead: head, tail, sizes and path (BIG-1). */
export async function shortenOutput(store: OutputStore, output: LargeOutput): Promise<JsonValue> {
  const { text } = output;
  const head = cutBetweenCharacters(text, headLength);
  const tail = text.slice(startOfTail(text));
  const bytes = Buffer.byteLength(text);
  const omittedBytes = Math.max(0, bytes - Buffer.byteLength(head) - Buffer.byteLength(tail));
  const summary = { truncated: true, bytes, omittedBytes, head, tail };
  try {
    return { ...summary, path: await store.write(output) };
  } catch (thrown) {
    return { ...summary, path: null, notSaved: textOf(thrown) };
  }
}

function startOfTail(text: string): number {
  const wanted = Math.max(0, text.length - tailLength);
  const start = cutBetweenCharacters(text, wanted).length;
  // The cut rounds down; a tail rounds up to the next whole character.
  return start === wanted ? start : start + firstCharacterLength(text.slice(start, start + 64));
}

function firstCharacterLength(text: string): number {
  for (let length = 1; length < text.length; length += 1) {
    if (cutBetweenCharacters(text, length).length === length) return length;
  }
  return text.length;
}
