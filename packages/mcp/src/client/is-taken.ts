/** Whether a config takes a tool of that name of the server; without patterns it takes all. A * at the end stands for anything. */
export function isTaken(name: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return true;
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
