/** What `gdn init` can make. */
export interface Template {
  readonly summary: string;
  /** An input that the bundle answers with a call of a tool, offline. */
  readonly firstInput: string;
}

/** The templates by name; the files of each lie in `templates/<name>`. */
export const templates = {
  default: { summary: 'an agent with a stock tool and one of its own', firstInput: 'what is 2+3*4?' },
  'multi-agent': { summary: 'three agents that ask one another', firstInput: 'write about herons' },
  mcp: { summary: 'an agent with the tools of an MCP server', firstInput: 'find herons' },
  'tool-package': { summary: 'a tool in TypeScript to give to others, with a test', firstInput: 'greet Ada' },
} as const satisfies Readonly<Record<string, Template>>;

/** One of the templates. */
export type TemplateName = keyof typeof templates;

/** The template of that name; undefined when there is none. */
export function templateNamed(name: string): TemplateName | undefined {
  return templateNames.find((known) => known === name);
}

/** All names, the usual one first. */
export const templateNames = ['default', 'multi-agent', 'mcp', 'tool-package'] as const;
