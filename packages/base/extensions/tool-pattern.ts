/** True for the names of tools that one of the patterns means: a full name, `resource__*`, or `*` for all. */
export function toolPattern(patterns: readonly string[]): (toolName: string) => boolean {
  const names = new Set(patterns);
  const starts = patterns.flatMap((pattern) => (pattern.endsWith('*') ? [pattern.slice(0, -1)] : []));
  return (toolName) => names.has(toolName) || starts.some((start) => toolName.startsWith(start));
}
