import { isAlias, isCollection, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import type { Path } from '../finding.ts';
import { isNodeValue } from './nodes-of.ts';

/** Start and end offsets in the text. */
export type Range = readonly [start: number, end: number];

/** One step on the way to a value: the key that leads to it (none in lists) and the node itself. */
interface Spot {
  readonly key: Node | undefined;
  readonly node: Node | undefined;
}

/**
 * Where the value at `path` stands, or its key when that is asked for or says more (an empty value, a block of many lines).
 * A path that leads nowhere is placed at the key of the deepest part that exists: that is where something is missing.
 */
export function nodeRange(
  document: Document,
  text: string,
  query: { path: Path; at?: 'key' | undefined },
): Range {
  const trail = walk(document, query.path);
  const spot = trail.at(-1);
  const complete = trail.length === query.path.length + 1;
  const value = complete && query.at !== 'key' ? lineRange(spot?.node, text) : undefined;
  return value ?? nodeText(spot?.key, text) ?? firstKeyRange(spot?.node, text) ?? [0, 0];
}

function walk(document: Document, path: Path): Spot[] {
  const trail: Spot[] = [{ key: undefined, node: document.contents ?? undefined }];
  for (const segment of path) {
    const next = child(resolved(trail.at(-1)?.node, document), segment);
    if (next === undefined) break;
    trail.push(next);
  }
  return trail;
}

function resolved(node: Node | undefined, document: Document): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function child(node: Node | undefined, segment: string | number): Spot | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return isNodeValue(item) ? { key: undefined, node: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  // The last of duplicate keys is the one that counts.
  const pair = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === String(segment));
  if (pair === undefined) return undefined;
  return {
    key: isNodeValue(pair.key) ? pair.key : undefined,
    node: isNodeValue(pair.value) ? pair.value : undefined,
  };
}

/** The range of a node that can be underlined: a scalar (its first line), or a collection written on one line. */
function lineRange(node: Node | undefined, text: string): Range | undefined {
  const range = nodeText(node, text);
  if (range === undefined || (isCollection(node) && text.slice(...range).includes('\n'))) return undefined;
  return range;
}

function nodeText(node: Node | undefined, text: string): Range | undefined {
  const [start, end] = node?.range ?? [0, 0];
  const length = text.slice(start, end).trimEnd().length;
  return length === 0 ? undefined : [start, start + length];
}

function firstKeyRange(node: Node | undefined, text: string): Range | undefined {
  const first: unknown = isMap(node) ? node.items[0]?.key : isSeq(node) ? node.items[0] : undefined;
  return isNodeValue(first) ? (lineRange(first, text) ?? firstKeyRange(first, text)) : nodeText(node, text);
}
