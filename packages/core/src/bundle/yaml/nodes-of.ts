import { isAlias, isCollection, isMap, isPair, isScalar, type Document, type Node } from 'yaml';

/** Levels of nesting beyond which a document is not read. */
export const deepestNesting = 100;

/** A node on a walk through a document. */
export interface VisitedNode {
  readonly node: Node;
  /** Whether the node is itself a key of a mapping. */
  readonly isKey: boolean;
  /** The text of the key that leads to the node, if it is the value of one. */
  readonly key?: string | undefined;
  /** The collections the node is in, outermost first. */
  readonly ancestors: readonly Node[];
}

/** True for a node, false for a pair and for nothing. */
export function isNodeValue(value: unknown): value is Node {
  return isScalar(value) || isCollection(value) || isAlias(value);
}

/**
 * Every node of a document in the order of the text, keys included, down to one level below `deepestNesting`.
 * The library's own `visit` has no such floor, and takes minutes for a few thousand brackets.
 */
export function nodesOf(document: Document): VisitedNode[] {
  return isNodeValue(document.contents)
    ? below({ node: document.contents, isKey: false, ancestors: [] })
    : [];
}

function below(visited: VisitedNode): VisitedNode[] {
  const { node } = visited;
  if (!isCollection(node) || visited.ancestors.length > deepestNesting) return [visited];
  const ancestors = [...visited.ancestors, node];
  const children = node.items.flatMap((item): VisitedNode[] => {
    if (isNodeValue(item)) return [{ node: item, isKey: false, ancestors }];
    if (!isPair(item)) return [];
    const key = isScalar(item.key) ? String(item.key.value) : undefined;
    const keyNode = isNodeValue(item.key) ? [{ node: item.key, isKey: true, ancestors }] : [];
    return isNodeValue(item.value)
      ? [...keyNode, { node: item.value, isKey: false, key, ancestors }]
      : keyNode;
  });
  return [visited, ...children.flatMap(below)];
}

/** The names of the keys of a mapping with their nodes; none for anything else. */
export function keysOf(node: Node): { name: string; node: Node }[] {
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key }) => (isScalar(key) ? [{ name: String(key.value), node: key }] : []));
}
