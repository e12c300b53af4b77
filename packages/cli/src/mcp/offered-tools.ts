import { foreignToolName, type ToolCatalogItem } from '@goondan/core';
import { describeTool, type McpTool } from '@goondan/mcp';
import type { Swarm } from '@goondan/runtime';
import { toolDetails, type DeclaredTools } from '../tool/tool-details.ts';

/** Where the tools come from. */
export interface OfferedToolsOptions {
  readonly swarm: Swarm;
  /** The agent whose catalog is offered. */
  readonly agent: string;
  readonly declared: readonly DeclaredTools[];
}

/** What clients are offered. */
export interface OfferedTools {
  /** The catalog as it is now, and the agents. */
  list(): Promise<readonly McpTool[]>;
  isInCatalog(toolName: string): Promise<boolean>;
  /** The agent that a tool stands for; undefined where it stands for none. */
  agentOf(toolName: string): string | undefined;
}

/** The catalog of an agent, and every agent that can think, as tools. A tool of the catalog goes before an agent of the same name. */
export function offeredTools({ swarm, agent, declared }: OfferedToolsOptions): OfferedTools {
  const agents = new Map(
    thinkingAgents(swarm, declared).map((one) => [foreignToolName('agent', one.name), one] as const),
  );
  let known: { readonly items: readonly ToolCatalogItem[]; readonly tools: readonly McpTool[] } | undefined;
  return {
    list: async () => {
      const items = await swarm.catalogOf(agent);
      // The same items are the same list: most calls look at it twice.
      if (known?.items !== items) known = { items, tools: toolsOf(items) };
      return known.tools;
    },
    isInCatalog: async (toolName) => (await swarm.catalogOf(agent)).some(({ name }) => name === toolName),
    agentOf: (toolName) => agents.get(toolName)?.name,
  };

  function toolsOf(items: readonly ToolCatalogItem[]): McpTool[] {
    const names = new Set(items.map(({ name }) => name));
    return [
      ...items.map((item) => catalogTool(item, declared)),
      ...[...agents].filter(([name]) => !names.has(name)).map(([name, one]) => agentTool(name, one)),
    ];
  }
}

function catalogTool(item: ToolCatalogItem, declared: readonly DeclaredTools[]): McpTool {
  const { name, description, parameters, output, annotations } = toolDetails(item, {
    isInCatalog: true,
    declared,
  });
  return describeTool({
    name,
    title: name.replace('__', ': '),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(output === undefined ? {} : { output }),
    ...(annotations === undefined ? {} : { annotations }),
    tasks: 'optional',
  });
}

interface NamedAgent {
  readonly name: string;
  readonly about: string | undefined;
}

/** Those the bundle declares; the one that stands in where there is none has no model. */
function thinkingAgents({ agents }: Swarm, declared: readonly DeclaredTools[]): NamedAgent[] {
  const documents = declared.flatMap(({ resources }) => resources.map(({ resource }) => resource));
  return agents.flatMap((name) => {
    const document = documents.find(({ kind, metadata }) => kind === 'Agent' && metadata.name === name);
    return document === undefined ? [] : [{ name, about: document.metadata.annotations?.['description'] }];
  });
}

function agentTool(toolName: string, { name, about }: NamedAgent): McpTool {
  return describeTool({
    name: toolName,
    title: `agent: ${name}`,
    description: about ?? `Give work to the agent ${name}, and get its answer.`,
    parameters: {
      type: 'object',
      properties: {
        input: { description: 'The work: a text, or any JSON the agent understands.' },
        instanceKey: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description:
            'Which conversation of the agent to go on with. Without it: the one that is kept for you.',
        },
      },
      required: ['input'],
      additionalProperties: false,
    },
    tasks: 'optional',
  });
}
