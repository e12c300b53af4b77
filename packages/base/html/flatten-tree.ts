import { isElement, type PageElement, type PageNode } from './page-element.ts';

const maxDepth = 100;
const maxIndent = 12;
const indenting = new Set(['blockquote', 'li', 'table']);

/** Turns what is nested deeper than any reader could follow into plain text, so that nothing that recurses runs out of stack. */
export function flattenTree(root: PageElement): void {
  const waiting: { node: PageNode | null; depth: number; indent: number }[] = [
    { node: root.firstChild, depth: 1, indent: 0 },
  ];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { node, depth, indent } = place;
    if (node === null) continue;
    waiting.push({ node: node.nextSibling, depth, indent });
    if (!isElement(node)) continue;
    const inner = indent + (indenting.has(node.localName) ? 1 : 0);
    if (depth >= maxDepth || inner > maxIndent) node.textContent = node.textContent ?? '';
    else waiting.push({ node: node.firstChild, depth: depth + 1, indent: inner });
  }
}
