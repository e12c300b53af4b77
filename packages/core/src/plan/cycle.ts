/** The entries of one cycle, each waiting for the next and the last for the first; undefined where there is none. */
export function findCycle(dependsOn: readonly (readonly number[])[]): number[] | undefined {
  const left = new Map(dependsOn.map((others, index) => [index, others.length]));
  const dependents = dependsOn.map((): number[] => []);
  for (const [index, others] of dependsOn.entries())
    for (const other of others) dependents[other]?.push(index);
  const free = [...left].flatMap(([index, count]) => (count === 0 ? [index] : []));
  for (let index = free.pop(); index !== undefined; index = free.pop()) {
    left.delete(index);
    for (const dependent of dependents[index] ?? []) {
      const count = (left.get(dependent) ?? 0) - 1;
      left.set(dependent, count);
      if (count === 0) free.push(dependent);
    }
  }
  return left.size === 0 ? undefined : cycleAmong(left, dependsOn);
}

/** All that are left wait for one that is left: following them leads round. */
function cycleAmong(left: ReadonlyMap<number, number>, dependsOn: readonly (readonly number[])[]): number[] {
  const path: number[] = [];
  const places = new Map<number, number>();
  let [current = 0] = left.keys();
  for (;;) {
    const seen = places.get(current);
    if (seen !== undefined) return path.slice(seen);
    places.set(current, path.length);
    path.push(current);
    current = dependsOn[current]?.find((other) => left.has(other)) ?? current;
  }
}
