/** Which of its two limits a value breaks, or undefined; stops looking at the limit, so that a cycle is only very deep. */
export function brokenBound(
  value: unknown,
  limits: { nodes: number; depth: number },
): 'nodes' | 'depth' | undefined {
  let left = limits.nodes;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth) return 'depth';
    const next: unknown[] = [];
    for (const item of level) {
      left -= 1;
      if (left < 0) return 'nodes';
      if (typeof item !== 'object' || item === null) continue;
      const members: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
      if (members.length + next.length > left) return 'nodes';
      for (const member of members) next.push(member);
    }
    level = next;
  }
  return undefined;
}
