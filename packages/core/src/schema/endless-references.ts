/** The nodes of a graph that lie on a cycle and from which it was entered first. */
export function endlessReferences<Node>(edges: ReadonlyMap<Node, ReadonlySet<Node>>): readonly Node[] {
  const done = new Set<Node>();
  const onPath = new Set<Node>();
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (onPath.has(node)) found.add(node);
    if (onPath.has(node) || done.has(node)) return;
    onPath.add(node);
    for (const next of edges.get(node) ?? []) visit(next);
    onPath.delete(node);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node);
  return [...found];
}
