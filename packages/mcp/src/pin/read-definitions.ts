import { foreignToolOf, type ForeignTool } from './tool-definition.ts';

/** What a list of tools says that can be pinned, and why the rest cannot, by the server's own names. */
export interface ReadDefinitions {
  readonly tools: readonly ForeignTool[];
  readonly refused: Readonly<Record<string, string>>;
  /** Names that stand in the list more than once: the first counts. */
  readonly repeated: readonly string[];
}

/** Reads what a server lists; a tool that is none costs nobody but itself. */
export function readDefinitions(listed: readonly unknown[]): ReadDefinitions {
  const tools = new Map<string, ForeignTool>();
  const refused = new Map<string, string>();
  const repeated = new Set<string>();
  for (const one of listed) {
    const tool = foreignToolOf(one);
    if (tools.has(tool.name) || refused.has(tool.name)) repeated.add(tool.name);
    else if ('problem' in tool) refused.set(tool.name, tool.problem);
    else tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], refused: Object.fromEntries(refused), repeated: [...repeated] };
}
