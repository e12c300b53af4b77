import type { JsonValue } from '../json/json-value.ts';
import { textOf } from './failure.ts';
import type { LargeOutput, OutputStore } from './output-store.ts';
import { cutBetweenCharacters, endBetweenCharacters } from './truncate.ts';

const longestHead = 4096;
const longestTail = 2048;
const deepestIndent = 20;

/** An output as text, if it is over the limit. `size` is the snapshot's count, which saves making the text of small ones. */
export function largeText(output: JsonValue, size: number, maxBytes: number): string | undefined {
  // A UTF-16 unit takes at most six bytes, escaped, and a leaf that counts as 4 at most 25; below that nothing can be over the limit.
  if (size * 7 <= maxBytes) return undefined;
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  if (Buffer.byteLength(text) <= maxBytes) return undefined;
  // Lines are for those who read the file in parts; the indent of deep values would take more room than they do.
  return typeof output === 'string' || isDeeper(output, deepestIndent)
    ? text
    : JSON.stringify(output, null, 1);
}

/** Stores a large output and makes what the model gets instead: head, tail, sizes and path (BIG-1). */
export async function shortenOutput(
  store: OutputStore,
  output: LargeOutput,
  maxBytes: number,
): Promise<JsonValue> {
  const { text } = output;
  // Together never more than the limit itself, also where a character takes three bytes.
  const head = cutBetweenCharacters(text, Math.min(longestHead, Math.floor(maxBytes / 8)));
  const tail = endBetweenCharacters(text, Math.min(longestTail, Math.floor(maxBytes / 16)));
  const bytes = Buffer.byteLength(text);
  const omittedBytes = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const summary = { truncated: true, bytes, omittedBytes, head, tail };
  try {
    return { ...summary, path: await store.write(output) };
  } catch (thrown) {
    return { ...summary, path: null, notSaved: textOf(thrown) };
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
