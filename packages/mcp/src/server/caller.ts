/** Whoever sends requests: what it is called, and which tools are there for it. */
export interface McpCaller {
  readonly name: string;
  /** Whether it is the one this server belongs to: nothing is kept apart from it. */
  readonly isOwner: boolean;
  allows(toolName: string): boolean;
}

/** The one this server belongs to. */
export const owner: McpCaller = { name: 'owner', isOwner: true, allows: () => true };

/** A caller that gets some tools: full names, or a beginning with `*` after it, such as `calculator__*`. */
export function callerWith(name: string, patterns: readonly string[]): McpCaller {
  const names = new Set(patterns);
  const beginnings = patterns
    .filter((pattern) => pattern.endsWith('*'))
    .map((pattern) => pattern.slice(0, -1));
  return {
    name,
    isOwner: false,
    allows: (toolName) =>
      names.has(toolName) || beginnings.some((beginning) => toolName.startsWith(beginning)),
  };
}
