import { isDeepStrictEqual } from 'node:util';
import { Document, isCollection, isMap, isNode, isPair, isSeq, parseAllDocuments, stringify } from 'yaml';
import { UsageError } from '../error/usage-error.ts';

/** Where in a file of several documents something is put. */
export interface YamlPlace {
  /** Which document, from 0. */
  readonly document: number;
  /** Keys, and the places of items; what is missing on the way is made. */
  readonly path: readonly (string | number)[];
}

const style = { lineWidth: 0, aliasDuplicateObjects: false };

/**
 * The text with a value at that place. It is added to what stands there, which stays as it is; where that will not do, that one document is
 * written anew. Throws `E_USAGE` where a comment or anything else would be lost.
 */
export function addToYaml(text: string, place: YamlPlace, value: unknown): string {
  const edited = documentsOf(text);
  edited[place.document]?.setIn(place.path, edited[place.document]?.createNode(value));
  const wanted = edited.map((document): unknown => document.toJS());
  const isRight = (result: string | undefined): result is string =>
    result !== undefined &&
    commentsOf(result) === commentsOf(text) &&
    documentsOf(result).every(({ errors }) => errors.length === 0) &&
    isDeepStrictEqual(
      documentsOf(result).map((document): unknown => document.toJS()),
      wanted,
    );
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const ways = [
    () => withAddition(text, place, value, lineEnd),
    () => writtenAnew(text, edited[place.document], lineEnd),
  ];
  for (const way of ways) {
    const result = way();
    if (isRight(result)) return result;
  }
  throw new UsageError(
    'goondan.yaml is written in a way that cannot be added to without losing something; nothing was written',
    'Write the server by hand: config.servers of Extension/mcp, among the extensions of the entry agent.',
  );
}

/** Undefined where something stands already, or nothing that could be added to. */
function withAddition(
  text: string,
  { document, path }: YamlPlace,
  value: unknown,
  lineEnd: string,
): string | undefined {
  const root = documentsOf(text)[document];
  const depth = path.findIndex((_, index) => !isCollection(root?.getIn(path.slice(0, index + 1), true)));
  const parent = root?.getIn(path.slice(0, depth), true);
  const [key = '', ...rest] = path.slice(depth);
  if (depth < 0 || !(isMap(parent) || isSeq(parent)) || !parent.range || parent.has(key)) return undefined;
  const inner = rest.reduceRight<unknown>((nested, name) => ({ [name]: nested }), value);
  const added = isMap(parent) ? { [key]: inner } : [inner];
  const [start, end] = parent.range;
  if (parent.flow === true) return inFlow(text, end - 1, added);
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const before = text.slice(0, end).trimEnd();
  const lines = stringify(added, style).trimEnd().split('\n');
  const after = text.slice(before.length);
  return `${before}${lines.map((line) => `${lineEnd}${indent}${line}`).join('')}${after === '' ? lineEnd : after}`;
}

/** Before the bracket that closes the collection. */
function inFlow(text: string, close: number, added: unknown): string {
  const before = text.slice(0, close).trimEnd();
  const written = stringify(added, { ...style, collectionStyle: 'flow' })
    .trim()
    .slice(1, -1)
    .trim();
  return `${before}${/[[{,]$/.test(before) ? ' ' : ', '}${written}${text.slice(before.length)}`;
}

function writtenAnew(text: string, document: Document | undefined, lineEnd: string): string | undefined {
  const contents = document?.contents;
  if (!isNode(contents) || !contents.range) return undefined;
  const [start, , end] = contents.range;
  // What stands before the first key stands before the text that is replaced.
  contents.commentBefore = null;
  const first = isCollection(contents) ? contents.items[0] : undefined;
  if (isPair(first) && isNode(first.key)) first.key.commentBefore = null;
  const written = new Document(contents).toString(style).replaceAll('\n', lineEnd);
  return `${text.slice(0, start)}${written}${text.slice(end)}`;
}

function documentsOf(text: string): Document[] {
  return [parseAllDocuments(text)].flat();
}

/** In any order: a comment at the end may come to stand elsewhere. */
function commentsOf(text: string): string {
  const lines = text.split(/\r?\n/).flatMap((line) => /(?:^|\s)(#.*)$/.exec(line)?.[1]?.trim() ?? []);
  return lines.toSorted().join('\n');
}
